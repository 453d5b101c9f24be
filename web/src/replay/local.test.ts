import { beforeEach, expect, test, vi } from 'vitest'
import { keepLocal, keptGames, local } from './local'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.useFakeTimers({ now: 1000 })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

const game = (record: string) => ({ record, sidecar: null, names: ['Aiko'] })

test('the last games are kept, each under its own link', () => {
  const links = Array.from({ length: 7 }, (_, i) => {
    vi.advanceTimersByTime(1)
    return keepLocal(game(`game ${i}`))
  })
  expect(keptGames().map(({ record }) => record)).toEqual([6, 5, 4, 3, 2].map((i) => `game ${i}`))
  expect(local(links[4]!.slice('/replay'.length))?.record).toBe('game 4')
  // The same game again.
  expect(keepLocal(game('game 4'))).toBe(links[4])
  expect(keptGames()).toHaveLength(5)
})

test('a shelf that cannot be read is an empty one, and a full one keeps nothing', () => {
  kept.set('tatami.replays', '{"broken')
  expect(keptGames()).toEqual([])
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
  })
  expect(keepLocal(game('one'))).toBe('/replay')
  expect(local('')?.record).toBe('one')
})
