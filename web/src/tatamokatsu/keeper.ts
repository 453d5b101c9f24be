// A game with the real box: what lies on the table is told here, and the rules say what follows from it.

import type { Deed, GameEvent, Move, Seat, TatamokatsuPosition } from '../protocol'
import { positionAt } from '../tatami'
import { usual } from './types'

/** Order is all that is told of a window: one thing after the other, and nothing at the same time. */
const step = 5 * usual.tie

/** Something somebody did in a window. */
type Done = Extract<Move, { do: Deed }>

export type Told = { position: TatamokatsuPosition; since: GameEvent[] } | { problem: string }

/** A record that grows line by line. */
export interface Kept {
  lines: string[]
  /** Of the players, as far as they were told. */
  names: string[]
}

export const begin = (names: string[], first: number): Kept => ({
  lines: [JSON.stringify({ game: 'tatamokatsu', players: names.length, first_roller: first })],
  names,
})

export async function told({ lines }: Kept): Promise<Told> {
  const answer = await positionAt(lines.map((line) => `${line}\n`).join(''), lines.length, 'all')
  if ('problem' in answer) return answer
  const roll = lastRoll(lines)
  const since = roll < 0 ? [] : lines.slice(roll).map((line) => JSON.parse(line) as GameEvent)
  return { position: answer.position.tatamokatsu!, since }
}

export const added = ({ lines, names }: Kept, event: Move): Kept => ({
  lines: [...lines, JSON.stringify(event)],
  names,
})

/** Takes back what was told last. */
export const undone = ({ lines, names }: Kept): Kept => ({
  lines: lines.slice(0, Math.max(1, lines.length - 1)),
  names,
})

const lastRoll = (lines: string[]) => lines.findLastIndex((line) => line.startsWith('{"roll"'))

/** What was told of the window that lies open. */
export const deedsIn = ({ lines }: Kept): Done[] =>
  lines
    .slice(lastRoll(lines) + 1)
    .map((line) => JSON.parse(line) as Move)
    .filter((event) => 'do' in event)

/** When the next deed of this window is done. */
export const nextTime = ({ lines }: Kept) => step * (lines.length - lastRoll(lines))

/** Somebody does something in this window; nothing where that came too late to count. */
export async function did(kept: Kept, seat: Seat, deed: Exclude<Deed, 'announce' | 'grab'>): Promise<Kept | null> {
  const next = added(kept, { seat, at: nextTime(kept), do: deed })
  return (await closed(next)) && next
}

/** The window has an end, which the rules know: they are asked for each moment it might be. */
export async function closed(kept: Kept): Promise<Kept | null> {
  const until = nextTime(kept)
  const moments = Array.from({ length: until / step }, (_, i) => i * step)
  const ends = moments.flatMap((moment) => [0, ...Object.values(usual)].map((more) => moment + more))
  for (const close of new Set(ends)) {
    const ended = added(kept, { close })
    if (!('problem' in (await told(ended)))) return ended
  }
  return null
}
