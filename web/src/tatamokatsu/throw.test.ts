import { beforeAll, expect, test } from 'vitest'
import { cornersOf, edge, farthest, leave, leaving, lying, normals, onTop, rotated } from './motion'
import { painted } from './paint'
import { ready, rest, settled, thrown } from './throw'
import { sides } from './types'

beforeAll(ready)

const seeds = Array.from({ length: 60 }, (_, i) => (i * 7919) | 0)

test('dice come to rest flat, apart and inside the rim, whatever the seed', () => {
  for (const seed of seeds) {
    const dice = rest(seed)
    for (const die of dice) {
      expect(die.at[1]).toBeCloseTo(lying, 1)
      expect(rotated(normals[onTop(die)]!, die.turned)[1]).toBeGreaterThan(0.999)
      expect(Math.abs(die.at[0])).toBeLessThan(edge[0])
      expect(Math.abs(die.at[2])).toBeLessThan(edge[1])
    }
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      expect(Math.hypot(dice[a].at[0] - dice[b].at[0], dice[a].at[2] - dice[b].at[2])).toBeGreaterThan(1.63)
    expect(thrown(seed, settled)).toEqual(thrown(seed, 2 * settled))
  }
}, 60_000)

test('the same seed throws the same way, to the last bit', () => {
  const first = rest(4711)
  for (let seed = 0; seed < 12; ++seed) rest(seed) // until it is forgotten
  expect(rest(4711)).toEqual(first)
  expect(rest(4711)).not.toBe(first)
  // What another machine computed.
  expect(first.map(({ at }) => at.map((v) => v.toFixed(5)).join(' '))).toMatchInlineSnapshot(`
    [
      "-2.03012 0.57161 0.50272",
      "0.37382 0.57161 0.18318",
      "2.09583 0.57161 -0.70409",
    ]
  `)
})

test('they fly, fall and hit something on the way', () => {
  for (const seed of seeds.slice(0, 10)) {
    const heights = Array.from({ length: 60 }, (_, i) => thrown(seed, (i * settled) / 60).map(({ at }) => at[1]))
    expect(Math.max(...heights[0]!)).toBeGreaterThan(2)
    // A bounce: some die rises again.
    expect(heights.some((now, i) => i > 0 && now.some((y, die) => y > heights[i - 1]![die]! + 0.01))).toBe(true)
    for (const now of heights) for (const y of now) expect(y).toBeGreaterThan(0.35)
  }
}, 60_000)

test('all 512 rolls are read on the poses that were computed, with every side on its die', () => {
  const rolls = sides[0]!.flatMap((a) => sides[1]!.flatMap((b) => sides[2]!.map((c) => [a, b, c])))
  expect(rolls).toHaveLength(512)
  for (const [i, roll] of rolls.entries())
    for (const [die, pose] of rest(seeds[i % 8]!).entries()) {
      const faces = painted(die, roll[die]!, pose)
      expect(faces[onTop(pose)]).toBe(roll[die])
      expect(faces.toSorted()).toEqual(sides[die]!.toSorted())
      // Its mark stands upright for whoever sits in front, as far as three corners allow.
      const top = rotated(cornersOf(onTop(pose))[farthest(pose)]!, pose.turned)
      expect(Math.abs(Math.atan2(top[0], -top[2]))).toBeLessThanOrEqual(Math.PI / 3 + 0.01)
    }
})

test('a die off the table lies beyond its rim and can still be read', () => {
  for (const die of rest(3)) {
    const gone = leave(die, leaving)
    expect(Math.abs(gone.at[0])).toBeGreaterThan(edge[0])
    expect(onTop(gone)).toBe(onTop(die))
  }
})
