import { readFileSync } from 'node:fs'
import { beforeAll, expect, test, vi } from 'vitest'
import { load } from '../../../bindings/wasm/tatami.mjs'
import type { Face } from '../protocol'

let keeper: typeof import('./keeper')
beforeAll(async () => {
  const rules = await load(readFileSync(new URL('../../../build/wasm/tatami.wasm', import.meta.url)))
  vi.doMock('../tatami', () => ({
    positionAt: async (...asked: [string, number, 'all']) => rules.positionAt(...asked),
  }))
  keeper = await import('./keeper')
})

type Deed = 'shout' | 'salute' | 'slap'
async function after(roll: Face[], deeds: [number, Deed][]) {
  let kept = keeper.added(keeper.begin(['', '', ''], 0), { roll })
  for (const [seat, deed] of deeds) kept = (await keeper.did(kept, seat, deed)) ?? kept
  const ended = await keeper.closed(kept)
  const told = await keeper.told(ended!)
  if ('problem' in told) throw new Error(told.problem)
  return told.position
}

test('who has not bowed loses a finger, and it is said why', async () => {
  const { losses, phase } = await after(
    ['6', '4', '4'],
    [
      [0, 'salute'],
      [2, 'salute'],
    ],
  )
  expect(losses).toEqual([{ seat: 1, because: 'no_salute' }])
  expect(phase).toBe('lose')
})
test('the first shout claims, and a later one changes nothing', async () => {
  const { claimer } = await after(
    ['6', '3', '1'],
    [
      [2, 'shout'],
      [1, 'shout'],
    ],
  )
  expect(claimer).toBe(2)
})
test('a slap without a katana costs its finger, and the last slap of a katana, too', async () => {
  expect(
    (
      await after(
        ['6', '4', '4'],
        [
          [1, 'slap'],
          [0, 'salute'],
          [2, 'salute'],
          [1, 'salute'],
        ],
      )
    ).losses[0],
  ).toEqual({
    seat: 1,
    because: 'slap',
  })
  expect(
    (
      await after(
        ['4', '4', '4'],
        [
          [1, 'slap'],
          [0, 'slap'],
          [2, 'slap'],
        ],
      )
    ).losses,
  ).toEqual([{ seat: 2, because: 'last_slap' }])
})
test('a low sum is the roller’s loss, and nobody did anything', async () => {
  expect((await after(['1', '2', '3'], [])).losses).toEqual([{ seat: 0, because: 'low_sum' }])
})
