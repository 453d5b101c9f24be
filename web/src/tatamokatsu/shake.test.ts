import { expect, test } from 'vitest'
import { hardest, held, isTooHard, rested, shaken, swayed } from './shake'

test('the safe range shrinks with every finger lost and never vanishes', () => {
  const widths = [5, 4, 3, 2, 1].map(hardest)
  for (const [i, width] of widths.entries()) {
    expect(width).toBeGreaterThan(0.3)
    if (i > 0) expect(width).toBeLessThan(widths[i - 1]!)
  }
})

test('the same strength is good with a whole hand and too much with one finger; a tap never is', () => {
  expect(isTooHard(0.7, 5)).toBe(false)
  expect(isTooHard(0.7, 1)).toBe(true)
  for (const fingers of [0, 1, 2, 3, 4, 5]) expect(isTooHard(held(150), fingers)).toBe(false)
  expect(isTooHard(1, 5)).toBe(true)
})

test('shaking and holding build strength up to the full, resting takes it', () => {
  expect(shaken(0.9, 10_000)).toBe(1)
  expect(held(800)).toBeCloseTo(0.5)
  expect(rested(0.2, 5000)).toBe(0)
  expect(swayed(1.5, 16)).toBe(0)
  expect(shaken(0, swayed(20, 100))).toBeGreaterThan(0.3)
})
