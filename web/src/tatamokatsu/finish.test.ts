import { expect, test } from 'vitest'
import type { GameEvent, Meaning, Reaction, TimesOf } from '../protocol'
import { axisOf, isMistake, judgementOf, reactionsIn, storyOf } from './finish'
import type { Effect } from './referee'

const none: TimesOf = { shout: null, hand: null, salute: null, mistake: null }
const reaction = (more: Partial<Reaction>): Reaction => ({ seat: 0, deed: 'shout', at: 300, arrived: 320, credit: 20, uncertainty: 4, counted: true, ...more })
const effects = (sum: number): Effect => (sum < 10 ? 'roller' : sum < 17 ? 'salute' : 'strike')
const sum: Meaning = { kind: 'sum', sums: [12], tatamokatsu: false }
const open = { photo: [none, none], meaning: sum, contenders: [], living: [0, 1] }
const tell = (events: GameEvent[], reactions: Reaction[], more: object = {}, total = 12) =>
  storyOf(events, { reactions, mistaken: reactions.map(({ seat }) => seat), tied: [] }, { ...open, ...more } as typeof open, 0, total, effects)

test('of whoever is mistaken, a deed that counted and is not in the photo was the mistake', () => {
  const photo = [{ ...none, shout: 300, salute: 350, mistake: 400 }, none]
  const mistaken = (more: Partial<Reaction>) => isMistake(reaction(more), { mistaken: [0] }, { photo })
  expect(mistaken({})).toBe(false)
  expect(mistaken({ deed: 'slap', at: 400 })).toBe(true)
  expect(mistaken({ deed: 'drop' })).toBe(true)
  expect(mistaken({ deed: 'salute', at: 350 })).toBe(false)
  expect(mistaken({ deed: 'announce' })).toBe(false)
  expect(mistaken({ deed: 'slap', counted: false })).toBe(false)
  expect(mistaken({ deed: 'slap', seat: 1 })).toBe(false)
})

test('a bow before the sum was known is told from none', () => {
  const events: GameEvent[] = [{ seat: 1, lose: 'thumb' }]
  expect(tell(events, []).losses[0]).toMatchObject({ because: 'salute' })
  const photo = [none, { ...none, salute: 300 }]
  expect(tell(events, [reaction({ seat: 1, deed: 'salute' })], { photo }).losses[0]).toMatchObject({ because: 'earlySalute', sum: 12 })
})

test('without a verdict the position tells who was mistaken, and who is tied', () => {
  const photo = [{ ...none, mistake: 400 }, none]
  expect(judgementOf({ photo, phase: 'rolloff', contenders: [0, 1] }, [])).toEqual({ reactions: [], mistaken: [0], tied: [0, 1] })
  expect(judgementOf({ photo, phase: 'choose', contenders: [1] }, [])).toMatchObject({ tied: [] })
})

test('mistakes are paid first, then comes what the roll asks for', () => {
  const { losses } = tell([{ close: 1500 }, { seat: 1, lose: 'thumb' }, { seat: 1, lose: 'ring' }], [reaction({ seat: 1, deed: 'slap' })])
  expect(losses).toEqual([
    { seat: 1, finger: 'thumb', because: 'slap' },
    { seat: 1, finger: 'ring', because: 'salute', sum: 12 },
  ])
})

test('a low sum costs the roller, a high one whom he strikes', () => {
  expect(tell([{ seat: 0, lose: 'index' }], [], {}, 7).losses).toEqual([{ seat: 0, finger: 'index', because: 'roller', sum: 7 }])
  expect(tell([{ seat: 0, strike: { seat: 1, finger: 'little' } }], [], {}, 20).losses).toEqual([
    { seat: 1, finger: 'little', because: 'strike', by: 0, sum: 20 },
  ])
})

test('a katana costs whoever did not slap, or slapped last', () => {
  const katana = { meaning: { kind: 'katana', sums: [], tatamokatsu: false }, contenders: [1] }
  expect(tell([{ seat: 1, lose: 'thumb' }], [], katana).losses[0]).toMatchObject({ because: 'noSlap' })
  const photo = [{ ...none, hand: 200 }, { ...none, hand: 400 }]
  expect(tell([{ seat: 1, lose: 'thumb' }], [], { ...katana, photo }).losses[0]).toMatchObject({ because: 'lastSlap' })
  expect(tell([], [], katana).claimer).toBeNull()
})

test('a claim, a finger that comes back, a dragon that rises', () => {
  const claim = tell([{ seat: 1, choose: 'attack', fingers: { '0': 'thumb' } }], [], { contenders: [1] })
  expect(claim).toMatchObject({ claimer: 1, losses: [{ seat: 0, finger: 'thumb', because: 'claim', by: 1 }] })
  expect(tell([{ seat: 1, choose: 'recover', finger: 'ring' }], [], { contenders: [1] })).toMatchObject({ claimer: 1, recovered: 'ring', losses: [] })
  expect(tell([], [], { contenders: [1], living: [0] })).toMatchObject({ claimer: null, risen: 1 })
  expect(tell([{ rolloff: { '0': '3', '1': '5' } }], [], { contenders: [0, 1] })).toMatchObject({ claimer: null, rolloffs: [{ '0': '3', '1': '5' }] })
})

test('the strip reaches a little beyond the last reaction', () => {
  expect(axisOf([reaction({ at: 2000, arrived: 2100 })])).toBeCloseTo(2226)
  expect(axisOf([reaction({})])).toBeCloseTo(1060)
})

test('a record alone tells the times', () => {
  expect(reactionsIn([{ roll: ['1', '2', 'T'] }, { seat: 1, at: 250, do: 'grab', die: 2, finger: 'ring' }, { close: 260 }])).toEqual([
    { seat: 1, deed: 'grab', at: 250, arrived: 250, credit: 0, uncertainty: 0, counted: true },
  ])
})
