import { expect, test } from 'vitest'
import { nextLevel } from './levels'

test('a winner meets stronger opponents, the last weaker ones', () => {
  expect(nextLevel('novice', 1, 4)).toBe('student')
  expect(nextLevel('student', 2, 4)).toBe('student')
  expect(nextLevel('novice', 4, 4)).toBe('novice')
  expect(nextLevel('sensei', 1, 4)).toBe('sensei')
})
