import { beforeEach, expect, test, vi } from 'vitest'
import type { Move } from '../protocol'
import { dayOf, firstDay, gradeOf, keepAnswer, namedDay, puzzleOf, streakOn, written, type Game } from './daily'
import games from './puzzles.json'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
const move: Move = { seat: 0, challenge: true }

test('a date has one puzzle, whatever the time of day, and the next date another game', () => {
  const day = dayOf(new Date('2026-11-16T23:59:00Z'))
  expect(dayOf(new Date('2026-11-16T00:01:00Z'))).toBe(day)
  expect(dayOf(new Date('2026-11-17T00:30:00+02:00')), 'wherever somebody is').toBe(day)
  expect(written(day)).toBe('2026-11-16')
  expect(namedDay('2026-11-16', day)).toBe(day)
  for (const none of ['2026-11-17', '2026-11-15', '2026-13-40', 'today', ''])
    expect(namedDay(none, day), none).toBeNull()
  const all = games as Game[]
  expect(puzzleOf(day, all)).toEqual(puzzleOf(day, all))
  expect(puzzleOf(day + 1, all).record).not.toBe(puzzleOf(day, all).record)
})

test('every puzzle comes before one comes again', () => {
  const all = games as Game[]
  const n = all.reduce((sum, { puzzles }) => sum + puzzles.length, 0)
  const days = Array.from({ length: n }, (_, day) => puzzleOf(firstDay + day, all))
  expect(new Set(days.map((puzzle) => JSON.stringify(puzzle))).size).toBe(n)
  expect(puzzleOf(firstDay + n, all)).toEqual(days[0])
  expect(new Set(days.map(gradeOf)).size).toBe(3)
})

test('games that are added later leave the days before theirs as they are', () => {
  const all = games as Game[]
  const fewer = all.slice(0, 24)
  const n = fewer.reduce((sum, { puzzles }) => sum + puzzles.length, 0)
  const more = [...fewer, ...fewer.slice(0, 3)]
  for (let day = firstDay; day < firstDay + n; ++day) expect(puzzleOf(day, more)).toEqual(puzzleOf(day, fewer))
})

test('days in a row count, a wrong answer or a day left out begins anew', () => {
  expect(streakOn(100)).toBe(0)
  keepAnswer(100, move, true)
  expect(streakOn(100)).toBe(1)
  keepAnswer(100, move, false)
  expect(streakOn(100), 'the first answer of a day counts').toBe(1)
  keepAnswer(101, move, true)
  expect(streakOn(101)).toBe(2)
  expect(streakOn(102), 'today is still to come').toBe(2)
  expect(streakOn(103)).toBe(0)
  keepAnswer(103, move, true)
  keepAnswer(104, move, false)
  expect(streakOn(104)).toBe(0)
  kept.set('tatami.puzzle', '{"day":')
  expect(streakOn(104)).toBe(0)
})
