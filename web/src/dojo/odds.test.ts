import { expect, test } from 'vitest'
import type { DojoOwn } from '../protocol'
import { fixtures } from './fixtures'
import { odds } from './odds'

const { position } = fixtures.find(({ name }) => name === 'ask, 3')!
const own: DojoOwn = { hand: 'C3', drawn: null, dealt: [], placed: null, thrown: null, legal: [{ seat: 0, challenge: true }] }

test('every card that is not open may be the dealer’s, but for mine', () => {
  const pool = { C3: 2, M2: 1, F5: 2 }
  expect(odds({ ...position, pool }, own)).toEqual({ all: 4, below: 2, share: 0.5 })
  expect(odds({ ...position, pool }, { ...own, legal: [] })).toBeNull()
})
