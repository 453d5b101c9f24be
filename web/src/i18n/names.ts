import { beltOf, discipleOf } from '../art/cards'
import type { Card } from '../protocol'
import { t } from './i18n.svelte'

export const cardName = (card: Card) =>
  t('card.name', {
    disciple: t(`disciple.${discipleOf(card)}`),
    belt: t(`belt.${beltOf(card)}`),
    rank: beltOf(card),
  })
