import { about, t } from '../i18n/i18n.svelte'
import { cardName } from '../i18n/names'
import type { DojoOwn, DojoPosition, Seat } from '../protocol'
import type { Edition, Player } from './types'
import { origin } from './frame'

export interface Moment {
  position: DojoPosition
  own: DojoOwn | null
  players: Player[]
  edition: Edition
}

/** What happened between two moments of a table, in sentences to be read aloud. */
export function changes(before: Moment, after: Moment): string[] {
  const [was, is] = [before.position, after.position]
  const player = (seat: Seat) => after.players[seat]!
  const name = (seat: Seat) => player(seat).name
  const said: string[] = []

  if (was.phase === 'ask' && was.to_act[0] !== undefined && !is.duel && !is.to_act.includes(was.to_act[0]))
    said.push(about('say.pass', player(was.to_act[0])))

  if (is.duel && !was.duel)
    said.push(
      t(player(is.duel.challenger).me ? 'say.duel.attack' : player(is.dealer).me ? 'say.duel.defend' : 'say.duel', {
        challenger: name(is.duel.challenger),
        dealer: name(is.dealer),
        challengerCard: cardName(is.duel.challenger_card),
        dealerCard: cardName(is.duel.dealer_card),
      }),
    )
  if (is.duel) {
    const { challenger, challenger_throws, dealer_throws, winner, swapped } = is.duel
    const throws = Math.min(challenger_throws.length, dealer_throws.length)
    for (let i = was.duel?.dealer_throws.length ?? 0; i < throws; ++i)
      said.push(
        t('say.throws', {
          challenger: name(challenger),
          dealer: name(is.dealer),
          a: t(`gesture.${challenger_throws[i]!}`),
          b: t(`gesture.${dealer_throws[i]!}`),
        }),
      )
    if (winner !== null && (was.duel?.winner ?? null) === null) said.push(about('say.won', player(winner)))
    if (swapped && !was.duel?.swapped) said.push(t('say.swapped'))
  }

  for (const [seat, dojo] of is.dojos.entries()) {
    const zero = origin(dojo, after.edition)
    const old = was.dojos[seat]!
    for (const { row, column, card } of dojo.cards)
      if (!old.cards.some((each) => each.row === row && each.column === column))
        said.push(
          t('say.placed', { name: name(seat), card: cardName(card), row: row - zero.row, column: column - zero.column }),
        )
    for (const { row, trophy } of dojo.rows)
      if (!old.rows.some((each) => each.row === row))
        said.push(about('say.rowTrophy', player(seat), { trophy: t(`trophy.${trophy}`), row: row - zero.row }))
    for (const { column, trophy } of dojo.columns)
      if (!old.columns.some((each) => each.column === column))
        said.push(
          about('say.columnTrophy', player(seat), { trophy: t(`trophy.${trophy}`), column: column - zero.column }),
        )
  }

  if (is.round !== was.round) said.push(about('say.round', player(is.dealer), { round: is.round }))
  if (is.face_up && is.face_up !== was.face_up)
    said.push(t('say.faceUp', { trophy: t(`trophy.${is.face_up}`), line: t(`trophy.${is.face_up}.line`) }))
  for (let i = is.round === was.round ? was.giving_order.length : 0; i < is.giving_order.length; ++i)
    said.push(about('say.given', player(is.giving_order[i]!), { n: i + 1 }))

  const { own } = after
  if (own?.drawn && own.drawn !== before.own?.drawn) said.push(t('say.drawn', { card: cardName(own.drawn) }))
  if (own?.hand && own.hand !== before.own?.hand) said.push(t('say.hand', { card: cardName(own.hand) }))
  if (is.phase === 'over' && was.phase !== 'over') said.push(t('say.over'))
  return said
}
