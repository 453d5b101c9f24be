import { beltOf } from '../art/cards'
import type { Card, DojoOwn, DojoPosition } from '../protocol'

/**
 * How likely the dealer's card is not above mine, as far as I can know: every card that is not
 * open may be his, but for my own. Null when I am not asked.
 */
export function odds({ pool }: DojoPosition, { hand, legal }: DojoOwn): number | null {
  if (!hand || !legal.some((move) => 'challenge' in move)) return null
  let all = 0
  let beaten = 0
  for (const [card, n] of Object.entries(pool)) {
    const others = card === hand ? n - 1 : n
    all += others
    if (beltOf(card as Card) <= beltOf(hand)) beaten += others
  }
  return all === 0 ? null : beaten / all
}
