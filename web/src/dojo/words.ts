// Places of a dojo, and why a row or a column scores, in words: only what the count itself says.

import type { BeltRank } from '../art/cards'
import { form, list, t } from '../i18n/i18n.svelte'
import type { ColumnScore, OneDojo, RowScore, ScoreSheet } from '../protocol'
import { origin } from './frame'
import type { Line } from './result'
import type { Edition } from './types'

/** "2 monkeys: 3, 1 fox: 1" */
const rowWords = ({ groups }: RowScore) =>
  groups
    .map(({ disciple, cards, points }) =>
      t('score.line', { line: t(`group.${disciple}.${form(cards)}`, { n: cards }), points }),
    )
    .join(', ')

/** "3 blue belts, doubled: 8" */
function columnWords({ points, belt, cards, doubled }: ColumnScore): string {
  if (belt === null || points === 0) return ''
  const group = t(`count.belts.${form(cards)}`, { n: cards, belt: t(`belt.${belt as BeltRank}`) })
  return t('score.line', { line: doubled ? t('count.doubled', { group }) : group, points })
}

export function lineWords(sheet: Pick<ScoreSheet, 'rows' | 'columns'>, { kind, index }: Line): string {
  return (kind === 'row' ? rowWords(sheet.rows[index]!) : columnWords(sheet.columns[index]!)) || t('count.nothing')
}

export const lineName = ({ kind, index }: Line) =>
  kind === 'row' ? t('score.row', { row: index + 1 }) : t('score.column', { column: index + 1 })

/** One line of every dojo, to be heard: "Row 1. You: 6, Haru: 3." */
export function lineAloud(line: Line, sheets: { name: string; sheet: ScoreSheet }[]): string {
  const points = (sheet: ScoreSheet) => (line.kind === 'row' ? sheet.rows : sheet.columns)[line.index]!.points
  return `${lineName(line)}. ${list(sheets.map(({ name, sheet }) => t('score.line', { line: name, points: points(sheet) })))}.`
}

/** A place of a dojo in words: a cell, or where a trophy hangs. What lies before the first line has no number. */
export function cellName(dojo: OneDojo, edition: Edition, row?: number, column?: number): string {
  const zero = origin(dojo, edition)
  const at = { row: (row ?? 0) - zero.row, column: (column ?? 0) - zero.column }
  if (row === undefined) return t('table.atColumn', at)
  if (column === undefined) return t('table.atRow', at)
  if (at.row < 1) return t('table.cell.above', at)
  return t(at.column < 1 ? 'table.cell.left' : 'table.cell', at)
}
