import { expect, test } from 'vitest'
import { held, rested, safeRange, shaken, thrown } from './shake'

test('the safe range shrinks with every finger lost and never vanishes', () => {
  const widths = [5, 4, 3, 2, 1].map((fingers) => safeRange(fingers).to - safeRange(fingers).from)
  for (const [i, width] of widths.entries()) {
    expect(width).toBeGreaterThan(0.1)
    if (i > 0) expect(width).toBeLessThan(widths[i - 1]!)
  }
})

test('the same strength is good with a whole hand and bad with one finger', () => {
  expect(thrown(0.7, 5)).toBe('good')
  expect(thrown(0.7, 1)).toBe('bad')
  expect(thrown(0.1, 5)).toBe('weak')
  expect(thrown(1, 5)).toBe('bad')
})

test('shaking and holding build strength up to the full, resting takes it', () => {
  expect(shaken(0.9, 10_000)).toBe(1)
  expect(held(800)).toBeCloseTo(0.5)
  expect(rested(0.2, 5000)).toBe(0)
})
