// Why a decision was better than another, in sentences: what lies on the table, and what the search
// expects of the two. Nothing here decides what is better.

import { beltOf, discipleOf } from '../art/cards'
import { cardName } from '../i18n/names'
import { about, form, list, t } from '../i18n/i18n.svelte'
import { origin } from '../dojo/frame'
import { trophyLine } from '../dojo/trophy'
import type { Edition, Player } from '../dojo/types'
import type { Card, Decision, DojoOwn, DojoPosition, Move, OneDojo, Seat } from '../protocol'
import { settings } from '../ui/settings.svelte'

export interface Known {
  position: DojoPosition
  /** What the player knew. */
  own: DojoOwn
  players: Player[]
  edition: Edition
}

/** Points at the end that are told apart. */
const tellingPoints = 0.3

const disciples = (card: Card, n: number) => t(`group.${discipleOf(card)}.${form(n)}`, { n })
const belts = (card: Card, n: number) => t(`count.belts.${form(n)}`, { n, belt: t(`belt.${beltOf(card)}`) })

/** What equals a card among others: "2 foxes". */
const alike = (card: Card, others: Card[]) => ({
  disciples: others.filter((each) => discipleOf(each) === discipleOf(card)).length,
  belts: others.filter((each) => beltOf(each) === beltOf(card)).length,
})

/** "2 foxes in row 1 and 1 blue belt in column 3", or nothing. */
function company(card: Card, dojo: OneDojo, edition: Edition, [row, column]: [number, number]): string {
  const zero = origin({ ...dojo, cards: [...dojo.cards, { row, column, card }] }, edition)
  const inRow = alike(
    card,
    dojo.cards.filter((each) => each.row === row).map((each) => each.card),
  ).disciples
  const inColumn = alike(
    card,
    dojo.cards.filter((each) => each.column === column).map((each) => each.card),
  ).belts
  return list([
    ...(inRow > 0 ? [t('reason.inRow', { group: disciples(card, inRow), row: row - zero.row })] : []),
    ...(inColumn > 0 ? [t('reason.inColumn', { group: belts(card, inColumn), column: column - zero.column })] : []),
  ])
}

function ofPlacing(chosen: [number, number], best: [number, number], dojo: OneDojo, card: Card, edition: Edition) {
  const [there, played] = [company(card, dojo, edition, best), company(card, dojo, edition, chosen)]
  const trophies = [
    ...dojo.rows.filter(({ row }) => row === best[0] && row !== chosen[0]),
    ...dojo.columns.filter(({ column }) => column === best[1] && column !== chosen[1]),
  ].map(({ trophy }) =>
    t('reason.place.trophy', { trophy: t(`trophy.${trophy}`), line: trophyLine(trophy, { edition, variants: [] }) }),
  )
  if (!there && !played) return [t('reason.place.free'), ...trophies]
  return [
    there ? t('reason.place.there', { company: there }) : t('reason.place.thereFree'),
    ...trophies,
    played ? t('reason.place.played', { company: played }) : t('reason.place.nothing'),
  ]
}

type Hook = Extract<Move, { trophy_at: unknown }>['trophy_at']

/** Cards in the row or column of a trophy. */
const cardsAt = (dojo: OneDojo, at: Hook) =>
  dojo.cards.filter((each) => ('row' in at ? each.row === at.row : each.column === at.column)).map(({ card }) => card)

/** What a trophy finds there: "2 foxes in row 1", "2 blue belts in column 3", or nothing that is equal. */
function finds(dojo: OneDojo, edition: Edition, at: Hook): string {
  const [zero, cards] = [origin(dojo, edition), cardsAt(dojo, at)]
  const kind = 'row' in at ? 'disciples' : 'belts'
  const most = cards.reduce<Card | null>(
    (best, card) => (!best || alike(card, cards)[kind] > alike(best, cards)[kind] ? card : best),
    null,
  )
  const n = most ? alike(most, cards)[kind] : 0
  if (!most || n < 2) return ''
  return 'row' in at
    ? t('reason.inRow', { group: disciples(most, n), row: at.row - zero.row })
    : t('reason.inColumn', { group: belts(most, n), column: at.column - zero.column })
}

function ofHanging(chosen: Hook, best: Hook, dojo: OneDojo, edition: Edition): string[] {
  const [there, played] = [finds(dojo, edition, best), finds(dojo, edition, chosen)]
  if (there || played)
    return [
      ...(there ? [t('reason.hang.there', { company: there })] : []),
      ...(played ? [t('reason.hang.played', { company: played })] : []),
    ]
  const [more, fewer] = [cardsAt(dojo, best).length, cardsAt(dojo, chosen).length]
  return more === fewer ? [] : [t('reason.hang', { there: more, played: fewer })]
}

/** What a dojo has that equals a card: "2 foxes and 1 blue belt", or nothing. */
function inDojo(card: Card, dojo: OneDojo): { text: string; n: number } {
  const found = alike(
    card,
    dojo.cards.map((each) => each.card),
  )
  const parts = [
    ...(found.disciples > 0 ? [disciples(card, found.disciples)] : []),
    ...(found.belts > 0 ? [belts(card, found.belts)] : []),
  ]
  return { text: list(parts), n: found.disciples + found.belts }
}

function ofGiving(from: Seat, to: Seat, better: Seat, card: Card, { position, players }: Known): string[] {
  const [here, there] = [inDojo(card, position.dojos[to]!), inDojo(card, position.dojos[better]!)]
  const name = t('reason.card', { card: cardName(card) })
  if (better === from && there.n > here.n)
    return [name, about('reason.give.has', players[better]!, { has: there.text })]
  if (to !== from && here.n > there.n) return [name, about('reason.give.helps', players[to]!, { has: here.text })]
  return [name]
}

function ofChallenge(better: boolean, { own }: Known): string[] {
  if (!own.hand) return []
  const odds = own.odds
  const belt = t('reason.belt', { rank: beltOf(own.hand) })
  if (!odds) return [belt]
  const values = { percent: Math.round(odds.permille / 10), n: odds.no_higher, all: odds.cards }
  return [belt, t(better ? 'reason.challenge.likely' : 'reason.challenge.risky', values)]
}

function ofSwap(seat: Seat, swap: boolean, { position }: Known): string[] {
  const { duel } = position
  if (!duel) return []
  const mine = seat === duel.challenger ? duel.challenger_card : duel.dealer_card
  const theirs = seat === duel.challenger ? duel.dealer_card : duel.challenger_card
  const dojo = position.dojos[seat]!
  const card = swap ? theirs : mine
  const { text } = inDojo(card, dojo)
  return [
    text ? t('reason.swap.fits', { card: cardName(card), has: text }) : t('reason.card', { card: cardName(card) }),
  ]
}

const number = (value: number) =>
  value.toLocaleString(settings.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** What was done and what was better; a puzzle has no search beside it. */
type Judged = Pick<Decision, 'seat' | 'chosen' | 'best'> & Partial<Pick<Decision, 'options'>>

/** What the search expects of the two at the end of the game. */
function expected({ chosen, best, options }: Judged): string[] {
  const scoreOf = (move: Move) =>
    options?.find(({ event }) => JSON.stringify(event) === JSON.stringify(move))?.score ?? null
  const [played, better] = [scoreOf(chosen), scoreOf(best)]
  if (played === null || better === null) return []
  const values = { best: number(better), chosen: number(played) }
  if (better - played >= tellingPoints) return [t('reason.more', values)]
  return [t(played - better >= tellingPoints ? 'reason.fewer' : 'reason.others', values)]
}

/** Sentences for the player; the facts first, what they lead to last. */
export function reasonsFor(decision: Judged, known: Known): string[] {
  const { chosen, best, seat } = decision
  const { position, own, edition } = known
  const dojo = position.dojos[seat]!
  const facts = (): string[] => {
    if ('place' in chosen && 'place' in best && own.hand)
      return ofPlacing(chosen.place, best.place, dojo, own.hand, edition)
    if ('trophy_at' in chosen && 'trophy_at' in best) return ofHanging(chosen.trophy_at, best.trophy_at, dojo, edition)
    if ('give' in chosen && 'give' in best && own.drawn) return ofGiving(seat, chosen.give, best.give, own.drawn, known)
    if ('challenge' in best) return ofChallenge(best.challenge, known)
    if ('swap' in best) return ofSwap(seat, best.swap, known)
    return []
  }
  return [...facts(), ...expected(decision)]
}
