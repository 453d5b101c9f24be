import type { Card, DojoResult, OneDojo, ScoreSheet, Seat, Trophy } from '../protocol'
import { origin } from './frame'
import { columns, rows, type Sheet } from './sheet'
import type { Edition } from './types'

/** The steps of a count: as the cards lie, reordered, each row, each column, the end. */
export const steps = [
  'lie',
  'reorder',
  ...Array<'row'>(rows).fill('row'),
  ...Array<'column'>(columns).fill('column'),
  'total',
] as const
export const last = steps.length - 1
const firstRow = 2
const firstColumn = firstRow + rows

/** A dojo as it lies, holes and all, in the form that is scored. */
export function sheetOf(dojo: OneDojo, edition: Edition): Sheet {
  const zero = origin(dojo, edition)
  const sheet: Sheet = {
    edition,
    cards: Array.from({ length: rows * columns }, () => null),
    rowTrophies: Array.from({ length: rows }, () => null),
    columnTrophies: Array.from({ length: columns }, () => null),
  }
  for (const { row, column, card } of dojo.cards)
    sheet.cards[(row - zero.row - 1) * columns + column - zero.column - 1] = card
  for (const { row, trophy } of dojo.rows) sheet.rowTrophies[row - zero.row - 1] = trophy
  for (const { column, trophy } of dojo.columns) sheet.columnTrophies[column - zero.column - 1] = trophy
  return sheet
}

/** How far a count has come: lines that have not been counted yet are null. */
export interface Score {
  total: number
  rows: (number | null)[]
  columns: (number | null)[]
  /** White Belt: for trophies held. */
  bonus: number
  arrangement: Card[][]
}
/** What has been counted at a step. */
export function scoreAt(
  { total, rows: rowScores, columns: columnScores, bonus, arrangement }: ScoreSheet,
  step: number,
): Score {
  const told = (first: number) => (line: { points: number }, i: number) => (step >= first + i ? line.points : null)
  const counted = { rows: rowScores.map(told(firstRow)), columns: columnScores.map(told(firstColumn)) }
  const sum = [...counted.rows, ...counted.columns].reduce((all: number, points) => all + (points ?? 0), 0)
  return { ...counted, total: step === last ? total : sum, bonus: step === last ? bonus : 0, arrangement }
}

export type Line = { kind: 'row' | 'column'; index: number }

/** The row or column being counted. */
export function lineAt(step: number): Line | null {
  if (steps[step] === 'row') return { kind: 'row', index: step - firstRow }
  if (steps[step] === 'column') return { kind: 'column', index: step - firstColumn }
  return null
}

/** The step at which a row or column is counted. */
export const stepOf = ({ kind, index }: Line) => (kind === 'row' ? firstRow : firstColumn) + index

/** Which plaques do something at a step. */
export function atWork(sheet: ScoreSheet, step: number): (Line & { trophy: Trophy })[] {
  const hung = ({ kind, index }: Line) => (kind === 'row' ? sheet.row_trophies : sheet.column_trophies)[index] ?? null
  const busy = ({ kind, index }: Line) => (kind === 'row' ? sheet.rows : sheet.columns)[index]!.trophy_worked
  const counted = lineAt(step)
  const lines: Line[] =
    steps[step] === 'reorder'
      ? sheet.reorderings.map(({ is_row, line }) => ({ kind: is_row ? 'row' : 'column', index: line }))
      : counted && busy(counted)
        ? [counted]
        : []
  return lines.flatMap((line) => {
    const trophy = hung(line)
    return trophy ? [{ ...line, trophy }] : []
  })
}

/** Everybody's place, the best first. */
export const ranking = ({ places, scores }: Pick<DojoResult, 'places' | 'scores'>) =>
  places
    .map((place, seat): { seat: Seat; place: number; points: number } => ({ seat, place, points: scores[seat]! }))
    .sort((a, b) => a.place - b.place)
