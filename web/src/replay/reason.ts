// Why a decision was better than another, in sentences: what lies on the table, and what the search
// expects of the two. Nothing here decides what is better.

import { beltOf, discipleOf } from '../art/cards'
import { cardName } from '../i18n/names'
import { about, form, list, t } from '../i18n/i18n.svelte'
import { origin } from '../dojo/frame'
import { trophyLine, type Terms } from '../dojo/trophy'
import type { Player } from '../dojo/types'
import type { Card, Company, Count, Decision, Disciple, DojoOwn, DojoPosition, Move, OneDojo, Seat } from '../protocol'
import { settings } from '../ui/settings.svelte'

/** Counts a dojo as it lies, and what it shares with a card that might come; the rules do. */
export type Counter = (dojo: OneDojo, card?: Card) => Count | null

export interface Known {
  position: DojoPosition
  /** What the player knew. */
  own: DojoOwn
  players: Player[]
  terms: Terms
  count: Counter
}

/** Points at the end that are told apart. */
const tellingPoints = 0.3

const disciples = (disciple: Disciple, n: number) => t(`group.${disciple}.${form(n)}`, { n })
const belts = (card: Card, n: number) => t(`count.belts.${form(n)}`, { n, belt: t(`belt.${beltOf(card)}`) })

/** "2 foxes in row 1", or nothing where the card stands for itself. */
function inRow({ as, alike, wild }: Company, row: number): string[] {
  if (as === null || alike + wild === 0) return []
  return [t(wild > 0 ? 'reason.inRow.wild' : 'reason.inRow', { group: disciples(as, alike + wild), row })]
}

/** "2 foxes in row 1 and 1 blue belt in column 3", or nothing. */
function companyOf(card: Card, dojo: OneDojo, [row, column]: [number, number], { terms, count }: Known): string {
  const grown = { ...dojo, cards: [...dojo.cards, { row, column, card }] }
  const zero = origin(grown, terms.edition)
  const lines = count(grown)?.lines ?? []
  const across = lines.find((line) => line.row === row)?.company.find(({ at }) => at === column)
  const down = lines.find((line) => line.column === column)?.company.find(({ at }) => at === row)
  return list([
    ...(across ? inRow(across, row - zero.row) : []),
    ...(down && down.alike > 0
      ? [t('reason.inColumn', { group: belts(card, down.alike), column: column - zero.column })]
      : []),
  ])
}

function ofPlacing(chosen: [number, number], best: [number, number], dojo: OneDojo, card: Card, known: Known) {
  const [there, played] = [companyOf(card, dojo, best, known), companyOf(card, dojo, chosen, known)]
  const trophies = [
    ...dojo.rows.filter(({ row }) => row === best[0] && row !== chosen[0]),
    ...dojo.columns.filter(({ column }) => column === best[1] && column !== chosen[1]),
  ].map(({ trophy }) =>
    t('reason.place.trophy', { trophy: t(`trophy.${trophy}`), line: trophyLine(trophy, known.terms) }),
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

/** What a trophy finds there: "2 foxes in row 1", "2 blue belts in column 3", or nothing that goes together. */
function finds(dojo: OneDojo, at: Hook, { terms, count }: Known): string {
  const zero = origin(dojo, terms.edition)
  const line = count(dojo)?.lines.find((each) => ('row' in at ? each.row === at.row : each.column === at.column))
  const together = ({ alike, wild }: Company) => 1 + alike + wild
  const [most] = [...(line?.company ?? [])].sort((a, b) => together(b) - together(a) || b.wild - a.wild)
  if (!most || together(most) < 2) return ''
  // With the card itself: a trophy is no company of its own.
  if ('row' in at) return inRow({ ...most, alike: most.alike + 1 }, at.row - zero.row).join('')
  const { card } = dojo.cards.find(({ row, column }) => row === most.at && column === at.column)!
  return t('reason.inColumn', { group: belts(card, together(most)), column: at.column - zero.column })
}

function ofHanging(chosen: Hook, best: Hook, dojo: OneDojo, known: Known): string[] {
  const [there, played] = [finds(dojo, best, known), finds(dojo, chosen, known)]
  if (there || played)
    return [
      ...(there ? [t('reason.hang.there', { company: there })] : []),
      ...(played ? [t('reason.hang.played', { company: played })] : []),
    ]
  const [more, fewer] = [cardsAt(dojo, best).length, cardsAt(dojo, chosen).length]
  return more === fewer ? [] : [t('reason.hang', { there: more, played: fewer })]
}

interface Found {
  text: string
  n: number
}

/** Cards of a dojo that share something with a card: "2 foxes and 1 blue belt", or nothing. */
function inDojo(card: Card, dojo: OneDojo, count: Counter): Found {
  const found = count(dojo, card)?.shared ?? { disciples: 0, belts: 0 }
  const parts = [
    ...(found.disciples > 0 ? [disciples(discipleOf(card), found.disciples)] : []),
    ...(found.belts > 0 ? [belts(card, found.belts)] : []),
  ]
  return { text: list(parts), n: found.disciples + found.belts }
}

function ofGiving(from: Seat, to: Seat, better: Seat, card: Card, { position, players, count }: Known): string[] {
  const [here, there] = [to, better].map((seat) => inDojo(card, position.dojos[seat]!, count)) as [Found, Found]
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

function ofSwap(seat: Seat, swap: boolean, { position, count }: Known): string[] {
  const { duel } = position
  if (!duel) return []
  const mine = seat === duel.challenger ? duel.challenger_card : duel.dealer_card
  const theirs = seat === duel.challenger ? duel.dealer_card : duel.challenger_card
  const dojo = position.dojos[seat]!
  const card = swap ? theirs : mine
  const { text } = inDojo(card, dojo, count)
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
  const { position, own } = known
  const dojo = position.dojos[seat]!
  const facts = (): string[] => {
    if ('place' in chosen && 'place' in best && own.hand)
      return ofPlacing(chosen.place, best.place, dojo, own.hand, known)
    if ('trophy_at' in chosen && 'trophy_at' in best) return ofHanging(chosen.trophy_at, best.trophy_at, dojo, known)
    if ('give' in chosen && 'give' in best && own.drawn) return ofGiving(seat, chosen.give, best.give, own.drawn, known)
    if ('challenge' in best) return ofChallenge(best.challenge, known)
    if ('swap' in best) return ofSwap(seat, best.swap, known)
    return []
  }
  return [...facts(), ...expected(decision)]
}
