// Where dice lie and how they leave the table. How they are thrown is in throw.ts.

export type Vector = readonly [x: number, y: number, z: number]
export type Quaternion = readonly [x: number, y: number, z: number, w: number]
export interface Pose {
  at: Vector
  turned: Quaternion
}

/** How long a die takes to leave the table, in ms. */
export const leaving = 700
/** Distance of an octahedron's faces from its middle, for corners at distance 1. */
export const lying = 1 / Math.sqrt(3)
/** Half of the table, up to its rim. */
export const edge: readonly [x: number, z: number] = [3.3, 1.5]

const scaled = ([x, y, z]: Vector, by: number): Vector => [x * by, y * by, z * by]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const times = ([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion => [
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

/** Where each side looks; sides 2n and 2n + 1 are opposite. */
export const normals: readonly Vector[] = (
  [
    [1, 1, 1],
    [-1, -1, -1],
    [-1, 1, 1],
    [1, -1, -1],
    [1, 1, -1],
    [-1, -1, 1],
    [-1, 1, -1],
    [1, -1, 1],
  ] as const
).map((each) => scaled(each, lying))

/** The corners of a side, counter-clockwise as seen from outside. */
export function cornersOf(side: number): readonly [Vector, Vector, Vector] {
  const [x, y, z] = normals[side]!.map(Math.sign) as [number, number, number]
  const [a, b, c]: Vector[] = [
    [0, y, 0],
    [0, 0, z],
    [x, 0, 0],
  ]
  return x * y * z > 0 ? [a!, b!, c!] : [a!, c!, b!]
}

/** The side that looks up the most. */
export function onTop({ turned }: Pose): number {
  const heights = normals.map((normal) => rotated(normal, turned)[1])
  return heights.indexOf(Math.max(...heights))
}

/** Of the three corners of the top side, the one that is farthest from whoever sits in front. */
export function farthest(pose: Pose): number {
  const depths = cornersOf(onTop(pose)).map((corner) => rotated(corner, pose.turned)[2])
  return depths.indexOf(Math.min(...depths))
}

/** Over the rim: `t` ms since it left where it lay. It still shows its face. */
export function leave({ at, turned }: Pose, t: number): Pose {
  const way = 1 - (1 - Math.min(1, t / leaving)) ** 3
  const side = at[0] < 0 ? -1 : 1
  const lean = -side * 0.3 * way
  return {
    at: [at[0] + (side * (edge[0] + 0.2) - at[0]) * way, at[1] + 1.4 * 4 * way * (1 - way) - 0.2 * way, at[2]],
    turned: times([0, 0, Math.sin(lean / 2), Math.cos(lean / 2)], turned),
  }
}
