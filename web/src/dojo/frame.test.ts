import { expect, test } from 'vitest'
import { dojo } from './fixtures'
import { frameOf, origin } from './frame'

test('en: the frame is fixed', () => {
  expect(frameOf(dojo('. M3'), 'en', true)).toMatchObject({ top: 0, left: 0, rows: 3, columns: 4, growsDown: false })
})

test('fr: with room, one more cell on every side that may still grow', () => {
  expect(frameOf(dojo('M3 F3'), 'fr', true)).toEqual({
    top: -1,
    left: -1,
    rows: 3,
    columns: 4,
    growsDown: true,
    growsAcross: true,
  })
  expect(frameOf(dojo('M3 F3 T1 B2\nM1 . . .'), 'fr', true)).toMatchObject({
    left: 0,
    columns: 4,
    top: -1,
    rows: 4,
    growsAcross: false,
  })
})

test('fr: a miniature floats in the middle of three by four', () => {
  expect(frameOf(dojo('M3'), 'fr', false)).toMatchObject({ top: -1, left: -1.5, rows: 3, columns: 4 })
})

test('fr: people count rows from the first that holds a card', () => {
  expect(origin(dojo('M3', {}, { row: -2, column: 1 }), 'fr')).toEqual({ row: -3, column: 0 })
})
