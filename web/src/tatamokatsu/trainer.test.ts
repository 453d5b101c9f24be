import { expect, test } from 'vitest'
import { answerOf, type Attempt, confusions, histogram, median, rightAnswer, timesOf } from './trainer'

test('what everybody should do', () => {
  expect(rightAnswer({ expected: ['salute'] })).toBe('salute')
  expect(rightAnswer({ expected: ['shout', 'grab'] })).toBe('grab')
  expect(rightAnswer({ expected: [] })).toBe('wait')
  expect(rightAnswer({ expected: null })).toBeNull()
})

test('a T wants a finger and a shout (T11), anything else one deed', () => {
  const both = ['shout', 'grab']
  expect(answerOf([], 'grab', both)).toBeNull()
  expect(answerOf(['grab'], 'grab', both)).toBeNull()
  expect(answerOf(['shout', 'grab'], 'grab', both)).toBe('grab')
  expect(answerOf(['grab', 'slap'], 'grab', both)).toBe('slap')
  expect(answerOf(['grab'], 'shout', ['shout'])).toBe('grab')
  expect(answerOf(['shout'], 'shout', ['shout'])).toBe('shout')
})

const attempt = (right: Attempt['right'], done: Attempt['done'], ms: number): Attempt => ({
  roll: ['1', '2', '3'],
  right,
  done,
  ms,
})

test('the plots', () => {
  const attempts = [
    attempt('shout', 'shout', 480),
    attempt('shout', 'slap', 300),
    attempt('slap', 'slap', 620),
    attempt('wait', 'wait', 1500),
  ]
  expect(timesOf(attempts)).toEqual([480, 620])
  expect(timesOf(attempts, 'slap')).toEqual([620])
  expect(median([480, 620])).toBe(550)
  expect(median([])).toBeNull()
  expect(histogram([480, 620, 9000], 100, 10)).toEqual([0, 0, 0, 0, 1, 0, 1, 0, 0, 1])
  expect(confusions(attempts)[0]).toEqual([1, 0, 1, 0, 0])
})
