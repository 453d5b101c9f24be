import { expect, test } from 'vitest'
import type { GameEvent, Loss, Reaction } from '../protocol'
import { axisOf, isMistake, judgementOf, reactionsIn, storyOf } from './finish'

const reaction = (more: Partial<Reaction>): Reaction => ({
  seat: 0,
  deed: 'shout',
  at: 300,
  arrived: 320,
  credit: 20,
  uncertainty: 4,
  counted: true,
  ...more,
})
const told = { sum: 12, claimer: null, risen: null, losses: [] as Loss[] }

test('a deed that counted and costs a finger is a mistake', () => {
  const position = {
    losses: [
      { seat: 0, because: 'slap' },
      { seat: 1, because: 'no_salute' },
    ] satisfies Loss[],
  }
  const mistaken = (more: Partial<Reaction>) => isMistake(reaction(more), position)
  expect(mistaken({})).toBe(false)
  expect(mistaken({ deed: 'slap' })).toBe(true)
  expect(mistaken({ deed: 'slap', counted: false })).toBe(false)
  expect(mistaken({ deed: 'slap', seat: 1 })).toBe(false)
  expect(mistaken({ deed: 'salute', seat: 1 })).toBe(false)
})

test('without a verdict the position tells who is tied', () => {
  expect(judgementOf({ phase: 'rolloff', contenders: [0, 1] }, [])).toEqual({ reactions: [], tied: [0, 1] })
  expect(judgementOf({ phase: 'choose', contenders: [1] }, [])).toMatchObject({ tied: [] })
})

test('each finger that its owner gives up has the reason that the rules gave, in their order', () => {
  const events: GameEvent[] = [{ close: 1500 }, { seat: 1, lose: 'thumb' }, { seat: 1, lose: 'ring' }]
  const losses: Loss[] = [
    { seat: 1, because: 'slap' },
    { seat: 1, because: 'no_salute' },
    { seat: 2, because: 'no_salute' },
  ]
  expect(storyOf(events, { ...told, losses }).losses).toEqual([
    { seat: 1, finger: 'thumb', because: 'slap' },
    { seat: 1, finger: 'ring', because: 'no_salute' },
  ])
})

test('a strike, a claim, a finger that comes back, a dragon that rises, a roll-off', () => {
  expect(storyOf([{ seat: 0, strike: { seat: 1, finger: 'little' } }], told).losses).toEqual([
    { seat: 1, finger: 'little', because: 'strike', by: 0 },
  ])
  const claimed = { ...told, sum: null, claimer: 1 }
  expect(storyOf([{ seat: 1, choose: 'attack', fingers: { '0': 'thumb' } }], claimed)).toMatchObject({
    claimer: 1,
    losses: [{ seat: 0, finger: 'thumb', because: 'claim', by: 1 }],
  })
  expect(storyOf([{ seat: 1, choose: 'recover', finger: 'ring' }], claimed)).toMatchObject({
    recovered: 'ring',
    losses: [],
  })
  expect(storyOf([], { ...told, risen: 1 })).toMatchObject({ claimer: null, risen: 1 })
  expect(storyOf([{ rolloff: { '0': '3', '1': '5' } }], told).rolloffs).toEqual([{ '0': '3', '1': '5' }])
})

test('the strip reaches a little beyond the last reaction', () => {
  expect(axisOf([reaction({ at: 2000, arrived: 2100 })])).toBeCloseTo(2226)
  expect(axisOf([reaction({})])).toBeCloseTo(1060)
})

test('a record alone tells the times', () => {
  expect(
    reactionsIn([{ roll: ['1', '2', 'T'] }, { seat: 1, at: 250, do: 'grab', die: 2, finger: 'ring' }, { close: 260 }]),
  ).toEqual([{ seat: 1, deed: 'grab', at: 250, arrived: 250, credit: 0, uncertainty: 0, counted: true }])
})
