import { expect, test } from 'vitest'
import { duel } from './fixtures'
import { lookAt, sceneOf } from './scene'

test('a challenge, a bout and an exchange are scenes', () => {
  expect(sceneOf([{ seat: 2, challenge: true }], { duel })?.kind).toBe('challenge')
  expect(sceneOf([{ seat: 2, throw: 'rock' }, { seat: 0, throw: 'paper' }], { duel })?.kind).toBe('bout')
  expect(sceneOf([{ seat: 2, swap: true }], { duel })?.kind).toBe('swap')
})

test('what is hidden or did not happen is none', () => {
  expect(sceneOf([{ seat: 2, throw: null }], { duel })).toBeNull()
  expect(sceneOf([{ seat: 2, challenge: false }], { duel: null })).toBeNull()
  expect(sceneOf([{ seat: 2, swap: false }], { duel })).toBeNull()
  expect(sceneOf([], { duel })).toBeNull()
})

test('the greatest thing decides how long is looked', () => {
  const scene = sceneOf([{ seat: 2, challenge: true }], { duel })!
  expect(lookAt([{ draw: null }, { seat: 2, challenge: true }])).toBe(scene.lasts)
  expect(lookAt([{ seat: 1, challenge: false }, { seat: 0, place: [0, 0] }])).toBe(lookAt([{ seat: 0, place: [0, 0] }]))
  expect(lookAt([{ seat: 2, throw: null }])).toBe(0)
  expect(lookAt([])).toBe(0)
})
