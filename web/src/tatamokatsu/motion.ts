// How the dice move. While they are in the air nothing here knows a face; from the frame that shows
// them on, the face that was sent lies on top and only settles.

import type { Face } from '../protocol'

export type Vector = readonly [x: number, y: number, z: number]
export type Quaternion = readonly [x: number, y: number, z: number, w: number]
export interface Pose {
  at: Vector
  turned: Quaternion
}

/** From the frame that shows the faces to the last movement, in ms. */
export const settling = 620
/** How long a die takes to leave the table. */
export const leaving = 700
/** Distance of an octahedron's faces from its middle, for corners at distance 1. */
export const lying = 1 / Math.sqrt(3)
/** Half of the table. */
export const edge: readonly [x: number, z: number] = [2.9, 1.7]

const length = ([x, y, z]: Vector) => Math.hypot(x, y, z)
const scaled = ([x, y, z]: Vector, by: number): Vector => [x * by, y * by, z * by]
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const unit = (a: Vector) => scaled(a, 1 / length(a))

export const about = (axis: Vector, angle: number): Quaternion => {
  const [x, y, z] = scaled(unit(axis), Math.sin(angle / 2))
  return [x, y, z, Math.cos(angle / 2)]
}
export const times = ([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
]
export const rotated = (v: Vector, [x, y, z, w]: Quaternion): Vector => {
  const t = scaled(cross([x, y, z], v), 2)
  const c = cross([x, y, z], t)
  return [v[0] + w * t[0] + c[0], v[1] + w * t[1] + c[1], v[2] + w * t[2] + c[2]]
}

/** Where each face looks, and the corner its mark stands under. Side 7 is T, or a second X. */
export const normals: readonly Vector[] = [
  [1, 1, 1], [-1, -1, -1], [-1, 1, 1], [1, -1, -1], [1, 1, -1], [-1, -1, 1], [-1, 1, -1], [1, -1, 1],
].map((each) => unit(each as unknown as Vector))
export const topOf = (normal: Vector): Vector => [0, Math.sign(normal[1]), 0]

const names: readonly Face[] = ['1', '2', '3', '4', '5', '6', 'X', 'T']
export const sideOf = (face: Face) => names.indexOf(face)

/** Shows that side on top, its mark upright for whoever sits in front, turned by a little. */
function showing(side: number, yaw: number): Quaternion {
  const normal = normals[side]!
  const up: Vector = [0, 1, 0]
  const axis = cross(normal, up)
  const lift = about(axis, Math.acos(dot(normal, up)))
  const top = rotated(topOf(normal), lift)
  // The mark's top points away from the viewer, who looks along -z.
  const turn = Math.atan2(top[0], -top[2])
  return times(about(up, turn + yaw), lift)
}

/** Numbers of one throw, the same for whoever sees it. */
function numbers(seed: number) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
const luckOf = (seed: number, die: number) => {
  const next = numbers(seed * 31 + die)
  return { axis: [next() - 0.5, next() - 0.5, next() + 0.1] as Vector, phase: next() * 6.28, speed: 9 + 4 * next(), yaw: (next() - 0.5) * 0.5, slide: next() - 0.5 }
}

/** In the air: `t` ms since they were thrown. */
export function tumble(die: number, seed: number, t: number): Pose {
  const { axis, phase, speed } = luckOf(seed, die)
  const s = t / 1000
  const start = Math.min(1, s * 2.5)
  return {
    at: [
      start * 2.1 * Math.sin(2.3 * s + phase + 2.1 * die),
      1.1 + 0.9 * Math.abs(Math.sin(4.6 * s + phase)),
      start * 1.1 * Math.cos(3.1 * s + phase + 2.1 * die),
    ],
    turned: times(about(axis, speed * s + phase), about([0, 1, 0], 0.6 * speed * s)),
  }
}

const slots: readonly Vector[] = [[-2, lying, 0.15], [0, lying, -0.2], [2, lying, 0.15]]

/** On the table: `t` ms since the frame that showed the faces, coming from where it was in the air. */
export function settle(die: number, face: Face, seed: number, from: Vector, t: number): Pose {
  const { yaw, axis } = luckOf(seed, die)
  const done = Math.min(1, t / settling)
  const left = (1 - done) ** 3
  const slot = slots[die]!
  const glide = (1 - done) ** 5
  const height = left * 0.5 * Math.abs(Math.cos(done * 9))
  const lean = left * 0.42 * Math.cos(done * 11)
  return {
    at: [slot[0] + (from[0] - slot[0]) * glide * 0.3, slot[1] + height, slot[2] + (from[2] - slot[2]) * glide * 0.3],
    turned: times(about([axis[0] || 1, 0, axis[1] || 1], lean), showing(sideOf(face), yaw)),
  }
}

/** Off the table: `t` ms since it slid away. It still shows its face, beside the mat. */
export function leave(die: number, face: Face, seed: number, t: number): Pose {
  const { yaw, slide } = luckOf(seed, die)
  const done = Math.min(1, t / leaving)
  const slot = slots[die]!
  const way = 1 - (1 - done) ** 3
  const side = slot[0] < 0 || (slot[0] === 0 && slide < 0) ? -1 : 1
  const over = Math.max(0, way - 0.6) / 0.4
  return {
    at: [slot[0] + (side * (edge[0] + 0.1) - slot[0]) * way, slot[1] - 0.4 * over, slot[2] + slide * way],
    turned: times(about([0, 0, 1], -side * 0.35 * over), showing(sideOf(face), yaw + side * 0.35 * way)),
  }
}

/** The side whose face looks up the most. */
export function onTop({ turned }: Pose): number {
  const heights = normals.map((normal) => rotated(normal, turned)[1])
  return heights.indexOf(Math.max(...heights))
}
