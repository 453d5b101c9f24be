import { games } from '../protocol'

export const { levels } = games.dojo
export type Level = (typeof levels)[number]

/** A kind next opponent: a stronger one for a winner, a weaker one for whoever came last. */
export function nextLevel(level: Level, place: number, players: number): Level {
  const step = place === 1 ? 1 : place === players ? -1 : 0
  return levels[Math.min(Math.max(levels.indexOf(level) + step, 0), levels.length - 1)]!
}
