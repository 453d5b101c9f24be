import { expect, test } from 'vitest'
import type { Card, DojoOwn } from '../protocol'
import { fixtures } from './fixtures'
import { odds } from './odds'

const { position } = fixtures.find(({ name }) => name === 'ask, 3')!
const own: DojoOwn = { hand: 'C3', drawn: null, dealt: [], placed: null, thrown: null, legal: [{ seat: 0, challenge: true }] }

test('every card that is not open may be the dealer’s, but for mine', () => {
  const pool = { C3: 2, M2: 1, F5: 2 }
  expect(odds({ ...position, pool }, own)).toEqual({ all: 4, below: 2, share: 0.5 })
  expect(odds({ ...position, pool }, { ...own, legal: [] })).toBeNull()
})

test('three throws at random shift the belts (D20)', () => {
  // By all 27 ways, each throw won, drawn or lost.
  const won = (behind: number) => {
    let n = 0
    for (const a of [-1, 0, 1]) for (const b of [-1, 0, 1]) for (const c of [-1, 0, 1]) if (a + b + c >= behind) ++n
    return n / 27
  }
  for (const mine of [1, 2, 3, 4, 5])
    for (const his of [1, 2, 3, 4, 5]) {
      const own = { hand: `M${mine}` as Card, legal: [{ seat: 0, challenge: true }] }
      expect(odds({ pool: { [`F${his}`]: 2 } }, own, true)!.share).toBeCloseTo(won(his - mine))
    }
})
