// What is remembered of a game: read from its record and the verdicts beside it, which hold the reasons.

import type { GameEvent, Reaction, Seat, Sidecar, Verdict } from '../protocol'

export interface Finished {
  record: string
  sidecar: string | null
}

export interface Awards {
  fastest?: { seat: Seat; ms: number }
  /** Two who shouted within so many ms, the first one first. */
  closest?: { seats: [Seat, Seat]; at: [number, number]; ms: number }
  /** The quickest mistake. */
  falseAlarm?: { seat: Seat; deed: Reaction['deed']; ms: number }
  returned?: { seat: Seat; fingers: number }
}

const mistaken = ({ losses }: Verdict, { seat, deed }: Reaction) =>
  losses.some((loss) => loss.seat === seat && loss.because === deed)
const least = <T>(all: T[], of: (each: T) => number) =>
  all.reduce<T | undefined>((best, each) => (best === undefined || of(each) < of(best) ? each : best), undefined)

/** Shouts that were right, by the time they came; those who came too late to count, too. */
function rightShouts(verdict: Verdict): Reaction[] {
  const shouts = verdict.reactions.filter(({ deed }) => deed === 'shout')
  const right = shouts.filter((each) => !mistaken(verdict, each)).toSorted((a, b) => a.at - b.at)
  return right.filter(({ seat }, i) => right.findIndex((each) => each.seat === seat) === i)
}

export function awardsOf({ record, sidecar }: Finished): Awards {
  const verdicts = sidecar ? ((JSON.parse(sidecar) as Partial<Sidecar>).verdicts ?? []) : []
  const firsts = verdicts.flatMap((verdict) => rightShouts(verdict).slice(0, 1)).filter(({ counted }) => counted)
  const pairs = verdicts.flatMap((verdict) => {
    const [first, second] = rightShouts(verdict)
    return first?.counted && second ? [[first, second] as const] : []
  })
  const alarms = verdicts.flatMap((verdict) =>
    verdict.reactions.filter((each) => each.counted && mistaken(verdict, each)),
  )
  const events = record
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as GameEvent)
  const recovered = events.flatMap((event) => ('choose' in event && event.choose === 'recover' ? [event.seat] : []))
  const fastest = least(firsts, ({ at }) => at)
  const closest = least(pairs, ([a, b]) => b.at - a.at)
  const alarm = least(alarms, ({ at }) => at)
  const counts = [...new Set(recovered)].map((seat) => ({
    seat,
    fingers: recovered.filter((each) => each === seat).length,
  }))
  const returned = least(counts, ({ fingers }) => -fingers)
  return {
    ...(fastest && { fastest: { seat: fastest.seat, ms: fastest.at } }),
    ...(closest && {
      closest: {
        seats: [closest[0].seat, closest[1].seat],
        at: [closest[0].at, closest[1].at],
        ms: closest[1].at - closest[0].at,
      },
    }),
    ...(alarm && { falseAlarm: { seat: alarm.seat, deed: alarm.deed, ms: alarm.at } }),
    ...(returned && { returned }),
  }
}
