import { beltOf } from '../art/cards'
import { about, t } from '../i18n/i18n.svelte'
import { cardName } from '../i18n/names'
import { games, type DojoOwn, type DojoPosition, type Duel, type OneDojo, type Seat, type Trophy } from '../protocol'
import type { Step } from '../connection/table.svelte'
import type { Seen } from '../tatami'
import { trophyLine } from './trophy'
import type { Edition, Player, Variant } from './types'
import { origin } from './frame'

export interface Moment {
  position: DojoPosition
  own: DojoOwn | null
  players: Player[]
  edition: Edition
  variants?: Variant[]
}

/** A sentence about something that happened, and where it can be seen. */
export interface Told {
  text: string
  round: number
  seat?: Seat
  row?: number
  column?: number
}

/** From moment to moment; the first event began the game. */
export function stepsOf(moments: Seen[]): Step[] {
  const seen = moments.map(({ position, own }) => ({ position, own: own ?? null }))
  const first = seen[0]
  if (!first) return []
  const begin = { ...first, position: { ...first.position, round: 0, face_up: null } }
  return seen.map((is, i) => ({ was: seen[i - 1] ?? begin, is }))
}

/** D18: in a round whose cards are dealt at random, nobody deals. */
export const hasDealer = ({ phase, round, dojos }: Pick<DojoPosition, 'phase' | 'round' | 'dojos'>) =>
  phase !== 'over' &&
  !games.dojo.options.random_rounds.some(
    (each) => each.players === dojos.length && (each.rounds as readonly number[]).includes(round),
  )

/** "3 + 1": a belt and the throws it won (D20). */
export const sums = ({ challenger_card, dealer_card, challenger_wins, dealer_wins }: Duel) => ({
  a: `${beltOf(challenger_card)} + ${challenger_wins}`,
  b: `${beltOf(dealer_card)} + ${dealer_wins}`,
})

/** What happened between two moments of a table, in sentences to be read aloud. */
export const changes = (before: Moment, after: Moment): string[] => told(before, after).map(({ text }) => text)

/**
 * The same, each with the round it belongs to and where it lies. Rows and columns are counted in the
 * dojos as they lie then or, for whoever reads it later, now: a card to their left moves all of them on.
 */
export function told(before: Moment, after: Moment, dojos: readonly OneDojo[] = after.position.dojos): Told[] {
  const [was, is] = [before.position, after.position]
  const player = (seat: Seat) => after.players[seat]!
  const name = (seat: Seat) => player(seat).name
  const said: Told[] = []
  const tell = (text: string, where: Omit<Told, 'text' | 'round'> = {}) =>
    said.push({ text, round: was.round, ...where })

  if (was.phase === 'ask' && was.to_act[0] !== undefined && !is.duel && !is.to_act.includes(was.to_act[0]))
    tell(about('say.pass', player(was.to_act[0])), { seat: was.to_act[0] })

  if (is.duel && !was.duel)
    tell(
      t(player(is.duel.challenger).me ? 'say.duel.attack' : player(is.dealer).me ? 'say.duel.defend' : 'say.duel', {
        challenger: name(is.duel.challenger),
        dealer: name(is.dealer),
        challengerCard: cardName(is.duel.challenger_card),
        dealerCard: cardName(is.duel.dealer_card),
      }),
      { seat: is.duel.challenger },
    )
  if (is.duel) {
    const { challenger, challenger_throws, dealer_throws, winner, swapped } = is.duel
    const throws = Math.min(challenger_throws.length, dealer_throws.length)
    for (let i = was.duel?.dealer_throws.length ?? 0; i < throws; ++i)
      tell(
        t('say.throws', {
          challenger: name(challenger),
          dealer: name(is.dealer),
          a: t(`gesture.${challenger_throws[i]!}`),
          b: t(`gesture.${dealer_throws[i]!}`),
        }),
      )
    if (winner !== null && (was.duel?.winner ?? null) === null) {
      if (throws > 0) tell(t('say.sums', sums(is.duel)))
      const trophy = is.prize ?? was.face_up
      tell(about('say.won', player(winner), { trophy: trophy ? t(`trophy.${trophy}`) : '' }), { seat: winner })
    }
    if (swapped && !was.duel?.swapped) tell(t('say.swapped'))
  }

  for (const [seat, dojo] of is.dojos.entries()) {
    const zero = origin(dojos[seat] ?? dojo, after.edition)
    const old = was.dojos[seat]!
    for (const { row, column, card } of dojo.cards)
      if (!old.cards.some((each) => each.row === row && each.column === column))
        tell(
          t('say.placed', {
            name: name(seat),
            card: cardName(card),
            row: row - zero.row,
            column: column - zero.column,
          }),
          { seat, row, column },
        )
    for (const { row, trophy } of dojo.rows)
      if (!old.rows.some((each) => each.row === row))
        tell(about('say.rowTrophy', player(seat), { trophy: t(`trophy.${trophy}`), row: row - zero.row }), {
          seat,
          row,
        })
    for (const { column, trophy } of dojo.columns)
      if (!old.columns.some((each) => each.column === column))
        tell(about('say.columnTrophy', player(seat), { trophy: t(`trophy.${trophy}`), column: column - zero.column }), {
          seat,
          column,
        })
  }
  for (const [trophy, n] of Object.entries(is.box))
    if (n > (was.box[trophy] ?? 0)) tell(t('say.boxed', { trophy: t(`trophy.${trophy as Trophy}`) }))

  const now = { round: is.round } as const
  if (is.round !== was.round)
    said.push({
      text: hasDealer(is) ? about('say.round', player(is.dealer), now) : t('say.round.random', now),
      seat: hasDealer(is) ? is.dealer : undefined,
      ...now,
    })
  if (is.face_up && is.face_up !== was.face_up)
    said.push({
      text: t('say.faceUp', {
        trophy: t(`trophy.${is.face_up}`),
        line: trophyLine(is.face_up, { variants: [], ...after }),
      }),
      ...now,
    })
  for (let i = is.round === was.round ? was.giving_order.length : 0; i < is.giving_order.length; ++i)
    said.push({
      text: about('say.given', player(is.giving_order[i]!), { n: i + 1 }),
      seat: is.giving_order[i],
      ...now,
    })

  const { own } = after
  if (own?.drawn && own.drawn !== before.own?.drawn)
    said.push({ text: t('say.drawn', { card: cardName(own.drawn) }), ...now })
  if (own?.hand && own.hand !== before.own?.hand)
    said.push({ text: t('say.hand', { card: cardName(own.hand) }), ...now })
  if (is.phase === 'over' && was.phase !== 'over') said.push({ text: t('say.over'), ...now })
  return said
}
