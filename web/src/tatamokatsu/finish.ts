// The photo finish: who did what when, and why fingers were lost. Only the rules decide; this reads
// their verdict.

import type { Finger, GameEvent, Reaction, Seat, TatamokatsuPosition, Verdict } from '../protocol'
import type { Effect } from './referee'

/** What a window's end says of those who reacted. */
export type Judgement = Pick<Verdict, 'reactions' | 'mistaken' | 'tied'>
type Judged = Pick<TatamokatsuPosition, 'photo'>

/** Of whoever pays for mistakes: a deed that counted, and yet is not what the photo shows of him. */
export function isMistake({ seat, deed, counted }: Reaction, { mistaken }: Pick<Judgement, 'mistaken'>, { photo }: Judged): boolean {
  if (!counted || !mistaken.includes(seat) || deed === 'announce') return false
  const { shout, salute, hand } = photo[seat]!
  return { shout, salute, slap: hand, grab: hand, drop: null }[deed] === null
}

/** Where no verdict was heard, as the position has it. */
export const judgementOf = ({ photo, phase, contenders }: Pick<TatamokatsuPosition, 'photo' | 'phase' | 'contenders'>, reactions: Reaction[]): Judgement => ({
  reactions,
  mistaken: photo.flatMap(({ mistake }, seat) => (mistake === null ? [] : [seat])),
  tied: phase === 'rolloff' ? contenders : [],
})

/** What the record alone knows of a window: times as decided, without lines. */
export const reactionsIn = (events: GameEvent[]): Reaction[] =>
  events.flatMap((event) =>
    'do' in event
      ? [{ seat: event.seat, deed: event.do, at: event.at, arrived: event.at, credit: 0, uncertainty: 0, counted: true }]
      : [],
  )

/** At a table in the page there are no lines: what its frames took is nobody's business. */
export const withoutLines = <V extends Pick<Verdict, 'reactions'>>(verdict: V): V => ({
  ...verdict,
  reactions: verdict.reactions.map((reaction) => ({ ...reaction, arrived: reaction.at, credit: 0, uncertainty: 0 })),
})

/** What a position alone still knows of it. */
export const reactionsOf = ({ photo, meaning }: Pick<TatamokatsuPosition, 'photo' | 'meaning'>): Reaction[] =>
  photo.flatMap(({ shout, hand, salute }, seat) =>
    ([['shout', shout], [meaning?.kind === 'katana' ? 'slap' : 'grab', hand], ['salute', salute]] as const).flatMap(([deed, at]) =>
      at === null ? [] : [{ seat, deed, at, arrived: at, credit: 0, uncertainty: 0, counted: true }],
    ),
  )

/** How far the strip reaches: a little beyond the last thing on it. */
export const axisOf = (reactions: Reaction[]) => Math.max(1000, ...reactions.map(({ at, arrived }) => Math.max(at, arrived))) * 1.06

export type Why =
  | { because: 'shout' | 'slap' | 'grab' | 'drop' }
  | { because: 'roller' | 'salute' | 'earlySalute'; sum: number }
  | { because: 'noSlap' | 'lastSlap' }
  | { because: 'strike'; by: Seat; sum: number }
  | { because: 'claim'; by: Seat }
export type Loss = { seat: Seat; finger: Finger } & Why
export interface Story {
  losses: Loss[]
  claimer: Seat | null
  recovered: Finger | null
  risen: Seat | null
  rolloffs: Record<string, string>[]
}

/** What followed a roll, in order. */
export function storyOf(
  events: GameEvent[],
  verdict: Judgement,
  position: Pick<TatamokatsuPosition, 'photo' | 'meaning' | 'contenders' | 'living'>,
  roller: Seat,
  sum: number | undefined,
  effectOf: (sum: number) => Effect | undefined,
): Story {
  const mistakes = verdict.reactions.filter((reaction) => isMistake(reaction, verdict, position))
  const owed = new Map<Seat, Reaction[]>()
  for (const reaction of mistakes) owed.set(reaction.seat, [...(owed.get(reaction.seat) ?? []), reaction])
  // A single contender is the verdict; a katana's is its loser.
  const [claimer = null, more] = position.meaning?.kind === 'katana' ? [] : position.contenders
  const lives = claimer !== null && position.living.includes(claimer)
  const story: Story = {
    losses: [],
    claimer: more === undefined && lives ? claimer : null,
    recovered: null,
    risen: more === undefined && !lives ? claimer : null,
    rolloffs: [],
  }

  for (const event of events) {
    if ('rolloff' in event) story.rolloffs.push(event.rolloff)
    if ('lose' in event) {
      const { seat, lose: finger } = event
      const paid = owed.get(seat)?.shift()
      story.losses.push({ seat, finger, ...(paid ? { because: paid.deed as 'shout' } : whyOf(seat)) })
    }
    if ('strike' in event)
      story.losses.push({ ...event.strike, because: 'strike', by: event.seat, sum: sum ?? 0 })
    if ('choose' in event) {
      if (event.choose === 'recover') story.recovered = event.finger
      else
        for (const [seat, finger] of Object.entries(event.fingers))
          story.losses.push({ seat: Number(seat), finger, because: 'claim', by: event.seat })
    }
  }
  return story

  function whyOf(seat: Seat): Why {
    if (position.meaning?.kind === 'katana')
      return { because: position.photo[seat]?.hand == null ? 'noSlap' : 'lastSlap' }
    const effect = sum === undefined ? undefined : effectOf(sum)
    if (effect === 'roller' || (effect === undefined && seat === roller)) return { because: 'roller', sum: sum ?? 0 }
    // The rules missed a bow and there was one: the sum was not known yet.
    const bowed = verdict.reactions.some((each) => each.seat === seat && each.deed === 'salute' && each.counted)
    return { because: bowed ? 'earlySalute' : 'salute', sum: sum ?? 0 }
  }
}
