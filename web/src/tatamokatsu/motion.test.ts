import { describe, expect, test } from 'vitest'
import type { Face } from '../protocol'
import { edge, leave, leaving, lying, normals, onTop, rotated, settle, settling, sideOf, topOf, tumble } from './motion'
import { sides } from './referee'

const rolls = sides[0]!.flatMap((a) => sides[1]!.flatMap((b) => sides[2]!.map((c): Face[] => [a, b, c])))

test('there are 512 rolls', () => expect(rolls).toHaveLength(512))

describe('all 512 rolls', () => {
  test('come to rest flat on the table on the faces that were sent, in less than 1.2 s', () => {
    expect(settling).toBeLessThan(1200)
    for (const [seed, roll] of rolls.entries())
      for (const [die, face] of roll.entries()) {
        const from = tumble(die, seed, 900).at
        const rest = settle(die, face, seed, from, settling)
        expect(settle(die, face, seed, from, 1199)).toEqual(rest)
        expect(onTop(rest)).toBe(sideOf(face))
        expect(rotated(normals[sideOf(face)]!, rest.turned)[1]).toBeCloseTo(1)
        expect(rest.at[1]).toBeCloseTo(lying)
        // The mark is upright for whoever sits in front of the table.
        expect(rotated(topOf(normals[sideOf(face)]!), rest.turned)[2]).toBeLessThan(-0.5)
      }
  })

  test('never show another face, from the first frame on', () => {
    for (const [seed, roll] of rolls.entries())
      for (const [die, face] of roll.entries()) {
        const from = tumble(die, seed, 1300).at
        for (let t = 0; t <= settling; t += 16) expect(onTop(settle(die, face, seed, from, t))).toBe(sideOf(face))
      }
  }, 60_000)
})

test('in the air every side is on top now and then', () => {
  const seen = new Set<number>()
  for (let seed = 0; seed < 20; ++seed) for (let t = 0; t < 2200; t += 16) seen.add(onTop(tumble(0, seed, t)))
  expect(seen.size).toBe(8)
})

test('dice stay above the table and on it', () => {
  for (let t = 0; t < 3000; t += 16)
    for (const die of [0, 1, 2]) {
      const { at } = tumble(die, 7, t)
      expect(at[1]).toBeGreaterThan(1)
      expect(Math.abs(at[0])).toBeLessThan(edge[0])
      expect(Math.abs(at[2])).toBeLessThan(edge[1])
    }
})

test('a die off the table lies beyond its edge and can still be read', () => {
  for (const die of [0, 1, 2]) {
    const gone = leave(die, 'X', 3, leaving)
    expect(Math.abs(gone.at[0])).toBeGreaterThan(edge[0])
    expect(onTop(gone)).toBe(sideOf('X'))
  }
})
