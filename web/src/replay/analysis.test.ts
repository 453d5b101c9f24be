import { expect, test, vi } from 'vitest'
import { fixtures } from '../dojo/fixtures'
import type { Decision, Review } from '../protocol'
import { curveOf, mistakes, shareAt } from './analysis'

vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('localStorage', { getItem: () => null })
const { mistakeInWords } = await import('./words')

const decision = (more: Partial<Decision>): Decision => ({
  line: 5,
  seat: 0,
  round: 1,
  chosen: { seat: 0, challenge: false },
  best: { seat: 0, challenge: true },
  loss: 0.09,
  doubt: 0.01,
  options: [],
  ...more,
})
const review: Review = {
  game: 'dojo',
  standard_errors: {},
  players: 2,
  chances: [
    [0.5, 0.5],
    [0.25, 0.75],
    [0, 1],
  ],
  lines: [2, 12],
  worst: [[5], [9, 7]],
  decisions: [5, 6, 7, 9].map((line) => decision({ line, seat: line > 6 ? 1 : 0 })),
}

test('a curve has a point before each round and one at the end', () => {
  expect(curveOf(review, 0, 20)).toEqual([
    { line: 1, share: 0.5 },
    { line: 11, share: 0.25 },
    { line: 20, share: 0 },
  ])
})

test('between its points a curve is straight', () => {
  const curve = curveOf(review, 0, 20)
  expect(shareAt(curve, 1)).toBe(0.5)
  expect(shareAt(curve, 6)).toBe(0.375)
  expect(shareAt(curve, 20)).toBe(0)
})

test('mistakes are those the review names, in their order', () => {
  expect(mistakes(review).map(({ line }) => line)).toEqual([5, 7, 9])
})

test('a mistake is told in words', () => {
  const { players } = fixtures[0]!
  expect(mistakeInWords(decision({}), players)).toBe('Round 1, Aiko: pass. Better: challenge, +9%.')
  const give = decision({ seat: 1, chosen: { seat: 1, give: 1 }, best: { seat: 1, give: 2 } })
  expect(mistakeInWords(give, players)).toBe('Round 1, Bastien: keep the card. Better: give it to Chiyo, +9%.')
  expect(mistakeInWords(decision({ chosen: { seat: 0, place: [0, 1] } }), players)).toMatch(/worth less there/)
})
