// What three dice mean, asked of the rules themselves.

import type { Face, Meaning } from '../protocol'
import { positionAt } from '../tatami'
import { sides } from './types'

const header = { game: 'tatamokatsu', players: 2, first_roller: 0 }

export async function rule(roll: Face[]): Promise<Meaning> {
  const lines = [header, { roll }].map((line) => JSON.stringify(line))
  const answer = await positionAt(`${lines.join('\n')}\n`, lines.length, null)
  if ('problem' in answer) throw new Error(answer.problem)
  return answer.position.tatamokatsu!.meaning!
}

export const anyRoll = (): Face[] => sides.map((die) => die[Math.floor(Math.random() * die.length)]!)
