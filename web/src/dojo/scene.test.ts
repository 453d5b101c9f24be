import { expect, test } from 'vitest'
import { duel } from './fixtures'
import { lookAt, sceneOf } from './scene'

const asked = { duel, phase: 'throws', to_act: [0, 2] } as const
const at = (more: object) => ({ ...asked, to_act: [0, 2], ...more })

test('a challenge, a bout and an exchange are scenes', () => {
  expect(sceneOf([{ seat: 2, challenge: true }], at({}))?.kind).toBe('challenge')
  expect(sceneOf([{ seat: 2, throw: 'rock' }], at({}))?.kind).toBe('bout')
  expect(sceneOf([{ seat: 2, throw: 'rock' }], at({ phase: 'swap', to_act: [2] }))?.kind).toBe('bout')
  expect(sceneOf([{ seat: 2, swap: true }], at({ phase: 'train' }))?.kind).toBe('swap')
})

test('what is hidden or did not happen is none', () => {
  expect(sceneOf([{ seat: 2, throw: 'rock' }], at({ to_act: [0] }))).toBeNull()
  expect(sceneOf([{ seat: 2, challenge: false }], at({ duel: null, phase: 'ask' }))).toBeNull()
  expect(sceneOf([{ seat: 2, swap: false }], at({ phase: 'train' }))).toBeNull()
  expect(sceneOf([], at({}))).toBeNull()
})

test('a calm pace looks longer, a quick one shorter', () => {
  const give = { events: [{ seat: 1, give: 2 }] }
  const [calm, normal, quick] = (['calm', 'normal', 'quick'] as const).map((pace) => lookAt(give, pace))
  expect(lookAt(give)).toBe(normal)
  expect(calm! > normal! && normal! > quick! && quick! > 0).toBe(true)
  const challenge = [{ seat: 2, challenge: true }]
  expect(sceneOf(challenge, at({}), 'calm')!.lasts).toBe(lookAt({ events: challenge }, 'calm'))
})

test('the greatest thing decides how long is looked', () => {
  const { lasts } = sceneOf([{ seat: 2, challenge: true }], at({}))!
  expect(lookAt({ events: [{ draw: null }, { seat: 2, challenge: true }] })).toBe(lasts)
  const place = [{ seat: 0, place: [0, 0] as [number, number] }]
  expect(lookAt({ events: [{ seat: 1, challenge: false }, ...place] })).toBe(lookAt({ events: place }))
  expect(lookAt({ events: [{ seat: 2, throw: 'rock' }] })).toBe(0)
  expect(lookAt({ events: [{ seat: 2, throw: 'rock' }], dojo: { duel } })).toBeGreaterThan(0)
  expect(lookAt({ events: [] })).toBe(0)
})
