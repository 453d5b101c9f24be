import { expect, test } from 'vitest'
import { decode, emptySheet, encode, line, missing, type Sheet } from './sheet'

const full: Sheet = {
  edition: 'en',
  cards: ['T1', 'M4', 'R3', 'R4', 'M1', 'T4', 'R5', 'C3', 'B2', 'F1', 'B5', 'F1'],
  rowTrophies: ['assistant', null, 'master'],
  columnTrophies: [null, 'broom', null, 'belt'],
}

test('a link brings the same dojo back', () => {
  expect(decode(encode(full))).toEqual(full)
  expect(decode(encode(emptySheet()))).toEqual(emptySheet())
})

test('a damaged link brings nothing', () => {
  for (const text of ['', 'fr', encode(full).slice(1), encode(full).replace('T1', 'T9'), encode(full) + '0'])
    expect(decode(text), text).toBeNull()
})

test('cards are counted and written row by row', () => {
  expect(missing(emptySheet())).toBe(12)
  expect(missing(full)).toBe(0)
  expect(JSON.parse(line(full)).rows[1]).toEqual(['M1', 'T4', 'R5', 'C3'])
})
