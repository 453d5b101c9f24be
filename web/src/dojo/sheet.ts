import { columnTrophies, rowTrophies } from '../art/trophies'
import { games, type Card, type Trophy } from '../protocol'
import type { Edition } from './types'

export const { rows, columns } = games.dojo.options

/** A dojo to be scored, perhaps not yet complete. Cards lie row by row. */
export interface Sheet {
  edition: Edition
  cards: (Card | null)[]
  rowTrophies: (Trophy | null)[]
  columnTrophies: (Trophy | null)[]
}

const none = <T>(length: number) => Array<T | null>(length).fill(null)

export const emptySheet = (edition: Edition = 'fr'): Sheet => ({
  edition,
  cards: none<Card>(rows * columns),
  rowTrophies: none<Trophy>(rows),
  columnTrophies: none<Trophy>(columns),
})

export const missing = ({ cards }: Sheet) => cards.filter((card) => card === null).length

const pieces = ({ cards, rowTrophies, columnTrophies }: Sheet) =>
  [...cards, ...rowTrophies, ...columnTrophies].filter((piece) => piece !== null)

/** How many of a piece are still in the box, were they all of one box. */
export const leftOf = (box: Record<string, number>, sheet: Sheet, piece: Card | Trophy) =>
  (box[piece] ?? Infinity) - pieces(sheet).filter((each) => each === piece).length

/** Pieces a sheet has more of than the box. */
export const tooMany = (box: Record<string, number>, sheet: Sheet) =>
  [...new Set(pieces(sheet))].filter((piece) => leftOf(box, sheet, piece) < 0)

/** As `tatami score` reads it. */
export function line({ edition, cards, rowTrophies, columnTrophies }: Sheet): string {
  return JSON.stringify({
    edition,
    rows: Array.from({ length: rows }, (_, row) => cards.slice(row * columns, (row + 1) * columns)),
    row_trophies: rowTrophies,
    column_trophies: columnTrophies,
  })
}

// For links: the edition, two letters a card, a digit a trophy.
const marks = (kinds: readonly Trophy[], hung: (Trophy | null)[]) =>
  hung.map((trophy) => (trophy ? kinds.indexOf(trophy) + 1 : 0)).join('')

export const encode = (sheet: Sheet) =>
  [
    sheet.edition,
    sheet.cards.map((card) => card ?? '--').join(''),
    marks(rowTrophies, sheet.rowTrophies) + marks(columnTrophies, sheet.columnTrophies),
  ].join('.')

const { editions, disciples, belts } = games.dojo.options
const anyOf = (all: readonly (string | number)[]) => `[${all.join('')}]`
const hung = (kinds: readonly Trophy[], places: number) => `([0-${kinds.length}]{${places}})`
const shape = new RegExp(
  `^(${editions.join('|')})\\.((?:${anyOf(disciples)}${anyOf(belts)}|--){${rows * columns}})\\.${hung(rowTrophies, rows)}${hung(columnTrophies, columns)}$`,
)
export function decode(text: string): Sheet | null {
  const found = shape.exec(text)
  if (!found) return null
  const [, edition, cards, hungAtRows, hungAtColumns] = found
  const read = (kinds: readonly Trophy[], digits: string) =>
    [...digits].map((digit) => kinds[Number(digit) - 1] ?? null)
  return {
    edition: edition as Edition,
    cards: cards!.match(/../g)!.map((card) => (card === '--' ? null : (card as Card))),
    rowTrophies: read(rowTrophies, hungAtRows!),
    columnTrophies: read(columnTrophies, hungAtColumns!),
  }
}
