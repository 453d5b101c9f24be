import { beltOf } from '../art/cards'
import type { Card, DojoOwn, DojoPosition } from '../protocol'

/**
 * How many of the cards that may be the dealer's have no higher belt than mine: every card that is
 * not open may be his, but for my own. Null when I am not asked.
 */
export function odds({ pool }: Pick<DojoPosition, 'pool'>, { hand, legal }: Pick<DojoOwn, 'hand' | 'legal'>): { all: number; below: number; share: number } | null {
  if (!hand || !legal.some((move) => 'challenge' in move)) return null
  let all = 0
  let below = 0
  for (const [card, n] of Object.entries(pool)) {
    const others = card === hand ? n - 1 : n
    all += others
    if (beltOf(card as Card) <= beltOf(hand)) below += others
  }
  return all === 0 ? null : { all, below, share: below / all }
}
