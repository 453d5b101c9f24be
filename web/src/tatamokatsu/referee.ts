// What three dice mean, asked of the rules themselves: a small record is replayed for every choice
// the roller has, and the position after its window tells what the roll did.

import type { Face, Meaning, TatamokatsuPosition } from '../protocol'
import { positionAt } from '../tatami'
import { valuesOf } from './types'

/** A sum does something to its roller, asks all to bow, lets the roller strike, or nothing. */
export type Effect = 'roller' | 'salute' | 'strike' | 'nothing'
export interface Ruling {
  meaning: Meaning
  outcomes: { sum: number; values: number[]; effect: Effect }[]
}

const instant = { window: 0, announce: 0, quiet: 0, tie: 0, bow: 0 }
const header = { game: 'tatamokatsu', players: 3, first_roller: 0, timing: instant }

async function after(...events: object[]): Promise<TatamokatsuPosition> {
  const lines = [header, ...events].map((line) => JSON.stringify(line))
  const answer = await positionAt(`${lines.join('\n')}\n`, lines.length, null)
  if ('problem' in answer) throw new Error(answer.problem)
  return answer.position.tatamokatsu!
}

function effectOn({ phase, owed }: TatamokatsuPosition): Effect {
  if (phase === 'strike') return 'strike'
  if (phase !== 'lose') return 'nothing'
  return owed.every((fingers) => fingers > 0) ? 'salute' : 'roller'
}

export async function rule(roll: Face[]): Promise<Ruling> {
  const { meaning } = await after({ roll })
  const outcomes = meaning!.sums.map(async (sum, k) => {
    const values = valuesOf(roll, k)
    const announced = values.length > 0 ? [{ seat: 0, at: 0, do: 'announce', values }] : []
    return { sum, values, effect: effectOn(await after({ roll }, ...announced, { close: 0 })) }
  })
  return { meaning: meaning!, outcomes: await Promise.all(outcomes) }
}

export const faces: readonly Face[] = ['1', '2', '3', '4', '5', '6', 'X', 'T']
/** The three dice (T1): only the last has a T, where the others have a second X. */
export const sides: readonly (readonly Face[])[] = [
  ['1', '2', '3', '4', '5', '6', 'X', 'X'],
  ['1', '2', '3', '4', '5', '6', 'X', 'X'],
  faces,
]
export const anyRoll = (): Face[] => sides.map((die) => die[Math.floor(Math.random() * die.length)]!)
