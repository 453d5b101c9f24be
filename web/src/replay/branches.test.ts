import { beforeEach, expect, test, vi } from 'vitest'

const soFar = '{"game":"dojo","players":4,"first_dealer":1}\n{"trophy":"belt"}\n'
vi.mock('../tatami', () => ({
  branchOf: () => Promise.resolve(soFar),
  outcomeOf: () => Promise.resolve({ over: true, result: { winners: [1], scores: [30, 40, 20, 10] } }),
}))
const { backTo, beginBranch, branchNamed, branchesOf, keyOf } = await import('./branches')
const { keepLocal } = await import('./local')

class Kept {
  getItem(key: string) {
    return (this as unknown as Record<string, string>)[key] ?? null
  }
  setItem(key: string, value: string) {
    ;(this as unknown as Record<string, string>)[key] = value
  }
  removeItem(key: string) {
    delete (this as unknown as Record<string, string>)[key]
  }
}
beforeEach(() => {
  vi.useFakeTimers({ now: 1000 })
  vi.stubGlobal('localStorage', new Kept())
})
const game = { record: 'a game', sidecar: null, names: ['Aiko', 'Ren'] }

test('a branch remembers where it left which game, and is listed there', async () => {
  const path = await beginBranch(game, 45, 2, '/replay/abc')
  const branch = branchNamed(path.slice('/whatif/'.length))!
  expect(branch.settings.header).toEqual({ game: 'dojo', players: 4, first_dealer: 1 })
  expect(branch).toMatchObject({ soFar, entries: [], origin: { line: 45, seat: 2, points: 20, record: 'a game' } })
  expect(branchesOf('a game')).toEqual([{ line: 45, link: path, over: false }])
  expect(branchesOf('another game')).toEqual([])
  expect(backTo(branch.origin)).toBe('/replay/abc#45')
  expect(backTo({ ...branch.origin, link: '/replay#~letters' })).toBe('/replay#45~letters')

  const link = keepLocal({ ...game, record: 'what came of it', origin: branch.origin })
  localStorage.removeItem(keyOf(path.slice('/whatif/'.length)))
  expect(branchesOf('a game')).toEqual([{ line: 45, link, over: true }])
})

test('the game before is kept with it where no server has it, and found again if it came from a file', async () => {
  const begun = async (from: typeof game & { table?: string }, link: string) =>
    branchNamed((await beginBranch(from, 45, 2, link)).slice('/whatif/'.length))!.origin
  expect(await begun(game, '/replay?game=7')).toMatchObject({ record: 'a game', link: '/replay?game=7' })
  expect((await begun(game, '/replay?opened')).link).toMatch(/^\/replay#~[\w-]+$/)
  expect((await begun({ ...game, table: 'abc' }, '/replay/abc')).record).toBeUndefined()
})

test('the oldest under way make room, and what cannot be read is none', async () => {
  const paths: string[] = []
  for (let i = 0; i < 12; ++i) {
    vi.advanceTimersByTime(1)
    paths.push(await beginBranch(game, i + 1, 0, '/replay/abc'))
  }
  expect(branchesOf('a game').map(({ link }) => link)).toEqual(paths.slice(2))
  localStorage.setItem(keyOf('x'), '{"entries":')
  expect(branchNamed('x')).toBeNull()
  localStorage.setItem(keyOf('y'), '{"entries":[]}')
  expect(branchNamed('y')).toBeNull()
})
