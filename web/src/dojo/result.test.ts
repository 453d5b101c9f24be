import { expect, test } from 'vitest'
import type { ScoreSheet } from '../protocol'
import { dojo } from './fixtures'
import { atWork, last, ranking, scoreAt, sheetOf } from './result'

test('a floating dojo is written from its first row and column', () => {
  const sheet = sheetOf(dojo('M3 F3', { rows: [{ row: -1, trophy: 'master' }] }, { row: -1, column: 2 }), 'fr')
  expect(sheet.cards.slice(0, 4)).toEqual(['M3', 'F3', null, null])
  expect(sheet.rowTrophies).toEqual(['master', null, null])
})

test('a count goes row by row, column by column', () => {
  const row = { points: 3, counted_as: [], groups: [], changed: null, trophy_worked: false }
  const column = { points: 2, belt: 2, cards: 2, doubled: false, trophy_worked: true }
  const sheet: ScoreSheet = {
    total: 17,
    bonus: 0,
    reorderings: [{ is_row: false, line: 1, from: [1, 0, 2] }],
    arrangement: [],
    row_trophies: [null, null, null],
    column_trophies: [null, 'broom', null, 'belt'],
    rows: [row, row, row],
    columns: [column, column, column, column],
  }
  expect(scoreAt(sheet, 2)).toMatchObject({ rows: [3, null, null], columns: [null, null, null, null], total: 3 })
  expect(scoreAt(sheet, last).total).toBe(17)
  expect(atWork(sheet, 1)).toEqual([{ kind: 'column', index: 1, trophy: 'broom' }])
  expect(atWork(sheet, 8)).toEqual([{ kind: 'column', index: 3, trophy: 'belt' }])
})

test('a ranking: as the rules place everybody, those who share a place by their seats', () => {
  const ranked = ranking({ scores: [20, 31, 31, 20], places: [3, 2, 1, 3] })
  expect(ranked.map(({ seat, place, points }) => [seat, place, points])).toEqual([
    [2, 1, 31],
    [1, 2, 31],
    [0, 3, 20],
    [3, 3, 20],
  ])
})
