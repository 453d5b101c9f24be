import type { GameEvent, Update } from '../protocol'

const pauses: [what: (event: GameEvent) => boolean, ms: number][] = [
  [(event) => 'challenge' in event && event.challenge, 1000],
  [(event) => 'throw' in event, 900],
  [(event) => 'swap' in event && event.swap, 400],
  [(event) => 'trophy_at' in event, 400],
  [(event) => 'place' in event, 400],
  [(event) => 'give' in event, 250],
  [(event) => 'challenge' in event, 250],
]

/** How long an update is looked at: as long as the greatest thing in it deserves. */
export const pace = ({ events }: Update) =>
  Math.max(0, ...events.map((event) => pauses.find(([what]) => what(event))?.[1] ?? 0))
