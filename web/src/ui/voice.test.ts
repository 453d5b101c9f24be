import { expect, test } from 'vitest'
import { spelled, syllables, variants, voiceNames, voiceOf } from './voice'

test('numbers are counted in Japanese', () => {
  expect([4, 10, 11, 17, 20, 25, 30].map(spelled)).toEqual(['yon', 'ju', 'juichi', 'junana', 'niju', 'nijugo', 'sanju'])
})

test('words fall into syllables without a rest', () => {
  const whole = (word: string) =>
    syllables(word)
      .map(({ before, vowel }) => before + (vowel ?? ''))
      .join('-')
  expect(whole('tatamokatsu')).toBe('ta-ta-mo-ka-tsu')
  expect(whole('hai')).toBe('ha-i')
  expect(whole('sanju')).toBe('sa-n-ju')
  expect(whole('kyu')).toBe('kyu')
  expect(whole('jukyu')).toBe('ju-kyu')
  for (let n = 1; n <= 99; ++n) expect(whole(spelled(n)).replaceAll('-', ''), 'nothing is swallowed').toBe(spelled(n))
})

test('five at a table have five voices, each with several ways to say it', () => {
  expect(new Set([0, 1, 2, 3, 4].map(voiceOf)).size).toBe(5)
  expect(voiceNames.length).toBe(5)
  expect(variants).toBeGreaterThan(2)
})
