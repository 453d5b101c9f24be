import { beforeEach, expect, test, vi } from 'vitest'
import { keepLocal, keepOnline, keptGames, local, online } from './local'

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
  const links = Array.from({ length: 32 }, (_, i) => {
    vi.advanceTimersByTime(1)
    return keepLocal(game(`game ${i}`))
  })
  expect(keptGames().map(({ record }) => record)).toEqual(Array.from({ length: 30 }, (_, i) => `game ${31 - i}`))
  expect(local(links[4]!.slice('/replay'.length))?.record).toBe('game 4')
  // The same game again.
  expect(keepLocal(game('game 4'))).toBe(links[4])
  expect(keptGames()).toHaveLength(30)
  // Without a game in its address, the page lists them.
  expect(local('')).toBeNull()
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
  expect(keepLocal(game('one'))).toBe('/replay?opened')
  expect(local('?opened')?.record).toBe('one')
})

test('where there is little room, the oldest games make it', () => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if ((JSON.parse(value) as unknown[]).length > 2) throw new Error('full')
      kept.set(key, value)
    },
  })
  for (const record of ['one', 'two', 'three']) keepLocal(game(record))
  expect(keptGames().map(({ record }) => record)).toEqual(['three', 'two'])
})

test('a game of a server’s table is kept, and found without the server', async () => {
  const fetched: string[] = []
  const answer = (ok: boolean) => (path: string) => {
    fetched.push(path)
    return Promise.resolve({ ok, text: () => Promise.resolve(path.endsWith('.jsonl') ? 'moves' : 'proof') })
  }
  vi.stubGlobal('fetch', answer(false))
  await keepOnline('abc', ['Aiko', 'Ren'], 1)
  expect(keptGames()).toEqual([])
  await expect(online('abc')).rejects.toThrow()
  vi.stubGlobal('fetch', answer(true))
  await keepOnline('abc', ['Aiko', 'Ren'], 1)
  expect(keptGames()).toMatchObject([
    { record: 'moves', sidecar: 'proof', table: 'abc', names: ['Aiko', 'Ren'], me: 1 },
  ])
  const asked = fetched.length
  await keepOnline('abc', ['Aiko', 'Ren'], 1)
  expect((await online('abc')).record).toBe('moves')
  expect(fetched).toHaveLength(asked)
})
