import { beltOf } from '../art/cards'
import type { Card, DojoOwn, DojoPosition } from '../protocol'

/** Of 27 ways three throws at random may end, how many put me at least so far ahead, from -3 on (D20). */
const thrown = [27, 26, 23, 17, 10, 4, 1]
const atLeast = (ahead: number) => (ahead > 3 ? 0 : thrown[Math.max(ahead, -3) + 3]! / 27)

interface Odds {
  all: number
  /** Of these, with no higher belt than mine. */
  below: number
  share: number
}

/**
 * How likely a challenge succeeds: every card that is not open may be the dealer's, but for my own.
 * In Black Belt both are thought to throw at random. Null when I am not asked.
 */
export function odds({ pool }: Pick<DojoPosition, 'pool'>, { hand, legal }: Pick<DojoOwn, 'hand' | 'legal'>, throws = false): Odds | null {
  if (!hand || !legal.some((move) => 'challenge' in move)) return null
  let all = 0
  let below = 0
  let won = 0
  for (const [card, n] of Object.entries(pool)) {
    const others = card === hand ? n - 1 : n
    const behind = beltOf(card as Card) - beltOf(hand)
    all += others
    if (behind <= 0) below += others
    won += others * (throws ? atLeast(behind) : behind <= 0 ? 1 : 0)
  }
  return all === 0 ? null : { all, below, share: won / all }
}
