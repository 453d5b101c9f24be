import { expect, test } from 'vitest'
import type { DojoOwn } from '../protocol'
import { nextLevel } from '../line/levels'
import { fixtures } from './fixtures'
import { odds } from './odds'
import { atWork, last, scoreAt, sheetOf } from './result'
import { dojo } from './fixtures'

const { position } = fixtures.find(({ name }) => name === 'ask, 3')!
const own: DojoOwn = { hand: 'C3', drawn: null, dealt: [], placed: null, thrown: null, legal: [{ seat: 0, challenge: true }] }

test('every card that is not open may be the dealer’s, but for mine', () => {
  const pool = { C3: 2, M2: 1, F5: 2 }
  expect(odds({ ...position, pool }, own)).toBe(2 / 4)
  expect(odds({ ...position, pool }, { ...own, legal: [] })).toBeNull()
})

test('a winner meets stronger opponents, the last weaker ones', () => {
  expect(nextLevel('novice', 1, 4)).toBe('student')
  expect(nextLevel('student', 2, 4)).toBe('student')
  expect(nextLevel('novice', 4, 4)).toBe('novice')
  expect(nextLevel('sensei', 1, 4)).toBe('sensei')
})

test('a floating dojo is written from its first row and column', () => {
  const sheet = sheetOf(dojo('M3 F3', { rows: [{ row: -1, trophy: 'master' }] }, { row: -1, column: 2 }), 'fr')
  expect(sheet.cards.slice(0, 4)).toEqual(['M3', 'F3', null, null])
  expect(sheet.rowTrophies).toEqual(['master', null, null])
})

test('a count goes row by row, column by column', () => {
  const row = { points: 3, counted_as: [], groups: [], changed: null }
  const column = { points: 2, belt: 2, cards: 2, doubled: false }
  const sheet = {
    total: 17,
    bonus: 0,
    reorderings: [{ is_row: false, line: 1, from: [1, 0, 2] }],
    arrangement: [],
    row_trophies: [null, null, null],
    column_trophies: [null, 'broom', null, 'belt'] as const,
    rows: [row, row, row],
    columns: [column, column, column, column],
  }
  const count = { ...sheet, column_trophies: [...sheet.column_trophies] }
  expect(scoreAt(count, 2)).toMatchObject({ rows: [3, null, null], columns: [null, null, null, null], total: 3 })
  expect(scoreAt(count, last).total).toBe(17)
  expect(atWork(count, 1)).toEqual([{ kind: 'column', index: 1, trophy: 'broom' }])
  expect(atWork(count, 8)).toEqual([{ kind: 'column', index: 3, trophy: 'belt' }])
})
