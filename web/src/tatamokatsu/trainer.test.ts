import { expect, test } from 'vitest'
import type { Ruling } from './referee'
import { answerOf, type Attempt, confusions, histogram, median, rightAnswer, timesOf } from './trainer'

const sum = (tatamokatsu: boolean, ...effects: ('salute' | 'roller' | 'strike')[]): Ruling => ({
  meaning: { kind: 'sum', sums: [], tatamokatsu },
  outcomes: effects.map((effect) => ({ sum: 0, values: [], effect })),
})

test('what everybody should do', () => {
  expect(rightAnswer(sum(true, 'roller', 'strike'))).toBe('shout')
  expect(rightAnswer(sum(false, 'salute'))).toBe('salute')
  expect(rightAnswer(sum(false, 'roller', 'strike'))).toBe('wait')
  expect(rightAnswer(sum(false, 'roller', 'salute'))).toBeNull()
  expect(rightAnswer({ meaning: { kind: 'katana', sums: [], tatamokatsu: false }, outcomes: [] })).toBe('slap')
  expect(rightAnswer({ meaning: { kind: 'grab', sums: [], tatamokatsu: false }, outcomes: [] })).toBe('grab')
})

test('a T wants a finger and a shout (T11), anything else one deed', () => {
  expect(answerOf([], 'grab')).toBeNull()
  expect(answerOf(['grab'], 'grab')).toBeNull()
  expect(answerOf(['shout', 'grab'], 'grab')).toBe('grab')
  expect(answerOf(['grab', 'slap'], 'grab')).toBe('slap')
  expect(answerOf(['grab'], 'shout')).toBe('grab')
})

const attempt = (right: Attempt['right'], done: Attempt['done'], ms: number): Attempt => ({ roll: ['1', '2', '3'], right, done, ms })

test('the plots', () => {
  const attempts = [attempt('shout', 'shout', 480), attempt('shout', 'slap', 300), attempt('slap', 'slap', 620), attempt('wait', 'wait', 1500)]
  expect(timesOf(attempts)).toEqual([480, 620])
  expect(timesOf(attempts, 'slap')).toEqual([620])
  expect(median([480, 620])).toBe(550)
  expect(median([])).toBeNull()
  expect(histogram([480, 620, 9000], 100, 10)).toEqual([0, 0, 0, 0, 1, 0, 1, 0, 0, 1])
  expect(confusions(attempts)[0]).toEqual([1, 0, 1, 0, 0])
})
