import { expect, test, vi } from 'vitest'
import type { DojoOwn, DojoPosition } from '../protocol'
import { dojo, duel, fixtures } from './fixtures'

vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('localStorage', { getItem: () => null })
const { begin, enough, follow, instruction, topics } = await import('./lesson')

const { players, edition, position, own } = fixtures.find(({ name }) => name === 'give, 4')!
const at = (more: Partial<DojoPosition>, mine: Partial<DojoOwn> = {}) => ({
  position: { ...position, ...more },
  own: { ...own!, legal: [], ...mine },
  players,
  edition,
})
const dojos = (mine: string, more = {}) => [dojo(mine, more), ...position.dojos.slice(1)]

test('a card given is answered by who got it; the deal is learnt with the last', () => {
  const asked = at({ phase: 'give', to_act: [0], giving_order: [] })
  const other = follow(begin, asked, at({ phase: 'give', to_act: [0], giving_order: [2] }), 0)
  expect(other.reaction).toMatch(/^Chiyo got it/)
  expect(other.done).toEqual([])
  const kept = follow(other, asked, at({ phase: 'ask', to_act: [1], giving_order: [0] }), 0)
  expect(kept.reaction).toMatch(/^You kept it/)
  expect(kept.done).toEqual(['give'])
})

test('a challenge is learnt by making one, won or lost, not by passing', () => {
  const asked = at({ phase: 'ask', dealer: 1, to_act: [0] })
  const after = (winner: number) =>
    at({ phase: 'swap', dealer: 1, to_act: [winner], duel: { ...duel, challenger: 0, winner } })
  expect(follow(begin, asked, at({ phase: 'ask', dealer: 1, to_act: [2] }), 0)).toEqual({
    done: [],
    reaction: 'You passed; that costs nothing.',
  })
  expect(follow(begin, asked, after(0), 0).reaction).toMatch(/^Banzai/)
  expect(follow(begin, asked, after(1), 0).reaction).toMatch(/belt was higher/)
  expect(follow(begin, asked, after(1), 0).done).toEqual(['challenge'])
})

test('a placement is answered by what the dojo is worth, a trophy by where it stays', () => {
  const before = at({ dojos: dojos('M3', { worth: 1 }) })
  expect(follow(begin, before, at({ dojos: dojos('M3 M1', { worth: 3 }) }), 0)).toEqual({
    done: ['place'],
    reaction: 'Well placed: 2 more. Your dojo is worth 3 points so far.',
  })
  expect(follow(begin, before, at({ dojos: dojos('M3 F1', { worth: 1 }) }), 0).reaction).toMatch(/^Placed/)
  expect(
    follow(begin, before, at({ dojos: dojos('M3', { worth: 1, rows: [{ row: 0, trophy: 'incense' }] }) }), 0).done,
  ).toEqual(['hang'])
})

test('advice before a challenge follows the odds', () => {
  const ask = (permille: number) =>
    instruction(
      begin,
      at(
        { phase: 'ask', dealer: 1, to_act: [0] },
        { hand: 'C4', legal: [{ seat: 0, challenge: true }], odds: { cards: 4, no_higher: 2, permille } },
      ),
      0,
    )
  expect(ask(1000)).toMatch(/100%.*challenge!/)
  expect(ask(500)).toMatch(/50%.*dare, or pass/)
  expect(ask(0)).toMatch(/only 0%.*better pass/)
})

test('the rest is left to the house when all was done, or after five rounds', () => {
  const all = { done: topics.filter((topic) => topic !== 'score'), reaction: '' }
  expect(enough(begin, at({ round: 5 }))).toBe(false)
  expect(enough(begin, at({ round: 6 }))).toBe(true)
  expect(enough(all, at({ round: 2 }))).toBe(true)
  expect(follow(all, at({}), at({ phase: 'over' }), 0).done).toEqual([...topics])
})
