// The photo finish: who did what when, and why fingers were lost. Only the rules decide; this reads
// their verdict.

import type { Because, Finger, GameEvent, Reaction, Seat, TatamokatsuPosition, Verdict } from '../protocol'

/** What a window's end says of those who reacted. */
export type Judgement = Pick<Verdict, 'reactions' | 'tied' | 'inhuman'>

/** Whether a deed costs a finger: a mistake is called what was done. */
export const isMistake = ({ seat, deed, counted }: Reaction, { losses }: Pick<TatamokatsuPosition, 'losses'>) =>
  counted && losses.some((loss) => loss.seat === seat && loss.because === deed)

/** Where no verdict was heard, as the position has it. */
export const judgementOf = (
  { phase, contenders }: Pick<TatamokatsuPosition, 'phase' | 'contenders'>,
  reactions: Reaction[],
): Judgement => ({ reactions, tied: phase === 'rolloff' ? contenders : [] })

/** What the record alone knows of a window: times as decided, without lag. */
export const reactionsIn = (events: GameEvent[]): Reaction[] =>
  events.flatMap((event) =>
    'do' in event
      ? [
          {
            seat: event.seat,
            deed: event.do,
            at: event.at,
            arrived: event.at,
            credit: 0,
            uncertainty: 0,
            counted: true,
          },
        ]
      : [],
  )

/** A table in the page has no lag, only frames, which nobody needs to see. */
export const withoutLag = <V extends Pick<Verdict, 'reactions'>>(verdict: V): V => ({
  ...verdict,
  reactions: verdict.reactions.map((reaction) => ({ ...reaction, arrived: reaction.at, credit: 0, uncertainty: 0 })),
})

/** What a position alone still knows of it. */
export const reactionsOf = ({ photo, meaning }: Pick<TatamokatsuPosition, 'photo' | 'meaning'>): Reaction[] =>
  photo.flatMap(({ shout, hand, salute }, seat) =>
    (
      [
        ['shout', shout],
        [meaning?.hand ?? 'grab', hand],
        ['salute', salute],
      ] as const
    ).flatMap(([deed, at]) =>
      at === null ? [] : [{ seat, deed, at, arrived: at, credit: 0, uncertainty: 0, counted: true }],
    ),
  )

/** How far the strip reaches: a little beyond the last thing on it. */
export const axisOf = (reactions: Reaction[]) =>
  Math.max(1000, ...reactions.map(({ at, arrived }) => Math.max(at, arrived))) * 1.06

export type Why = { because: Because } | { because: 'strike' | 'claim'; by: Seat }
export type Loss = { seat: Seat; finger: Finger } & Why
export interface Story extends Pick<TatamokatsuPosition, 'sum' | 'claimer' | 'risen'> {
  losses: Loss[]
  recovered: Finger | null
  rolloffs: Record<string, string>[]
}

/** What followed a roll, in order. The position gives the reasons, one for each finger that is chosen by its owner. */
export function storyOf(
  events: GameEvent[],
  { sum, claimer, risen, losses: reasons }: Pick<TatamokatsuPosition, 'sum' | 'claimer' | 'risen' | 'losses'>,
): Story {
  const story: Story = { sum, claimer, risen, losses: [], recovered: null, rolloffs: [] }
  let paid = 0
  for (const event of events) {
    if ('rolloff' in event) story.rolloffs.push(event.rolloff)
    if ('lose' in event) {
      const reason = reasons[paid++]
      if (reason) story.losses.push({ seat: event.seat, finger: event.lose, because: reason.because })
    }
    if ('strike' in event) story.losses.push({ ...event.strike, because: 'strike', by: event.seat })
    if ('choose' in event) {
      if (event.choose === 'recover') story.recovered = event.finger
      else
        for (const [seat, finger] of Object.entries(event.fingers))
          story.losses.push({ seat: Number(seat), finger, because: 'claim', by: event.seat })
    }
  }
  return story
}
