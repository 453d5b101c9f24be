// Three dice are thrown into the tray: rigid bodies that hit each other, the floor and the rim. The
// whole way is computed when they leave the hand, from a seed alone: nothing here knows a face.
// Rapier gives the same numbers on every machine, and so does what feeds it (no sine, no clock).

import type RapierModule from '@dimforge/rapier3d-compat'
import { edge, lying, normals, type Pose, rotated } from './motion'

const perSecond = 120
/** When all three lie still, in ms. A table shows faces later than that (`live/tatamokatsu`). */
export const settled = 1000
const steps = (settled * perSecond) / 1000

const gravity = 140
const bounce = 0.3
const grip = 0.5
const corners = new Float32Array([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1])
/** Of two that lie flat, so that neither hides anything of the other from above. */
const apart = 2 * Math.sqrt(2 / 3)

let Rapier: typeof RapierModule
/** 0.8 MB on the wire, so it comes when dice are first thrown in three dimensions. */
export async function ready() {
  if (Rapier) return
  const loaded = (await import('@dimforge/rapier3d-compat')).default
  // It warns of the way in which it calls itself.
  const { warn } = console
  console.warn = (...said: unknown[]) => {
    if (!String(said[0]).startsWith('using deprecated parameters')) warn(...said)
  }
  try {
    await loaded.init()
  } finally {
    console.warn = warn
  }
  Rapier = loaded
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

/** A step of the way: three dice. */
type Poses = readonly [Pose, Pose, Pose]

function wall(world: RapierModule.World, at: [number, number, number], half: [number, number, number]) {
  // A die slides down a rim rather than lean on it.
  world.createCollider(
    Rapier.ColliderDesc.cuboid(...half)
      .setTranslation(...at)
      .setFriction(0)
      .setFrictionCombineRule(Rapier.CoefficientCombineRule.Min)
      .setRestitution(bounce),
  )
}

function tray(): RapierModule.World {
  const world = new Rapier.World({ x: 0, y: -gravity, z: 0 })
  world.timestep = 1 / perSecond
  world.createCollider(
    Rapier.ColliderDesc.cuboid(9, 1, 9)
      .setTranslation(0, -1, 0)
      .setFriction(grip)
      .setFrictionCombineRule(Rapier.CoefficientCombineRule.Max)
      .setRestitution(bounce),
  )
  for (const side of [-1, 1]) {
    wall(world, [side * (edge[0] + 1), 3, 0], [1, 6, 9])
    wall(world, [0, 3, side * (edge[1] + 1)], [9, 6, 1])
  }
  return world
}

/** Out of the hand that is in front of the table. */
function die(world: RapierModule.World, index: number, next: () => number): RapierModule.RigidBody {
  const within = (least: number, most: number) => least + (most - least) * next()
  const body = world.createRigidBody(
    Rapier.RigidBodyDesc.dynamic()
      .setTranslation((index - 1) * 1.9 + within(-0.1, 0.1), within(2.2, 3.4), within(0.4, 0.6))
      .setLinvel(within(-7, 7), within(-8, -4), within(-14, 4))
      .setAngvel({ x: within(-15, 15), y: within(-15, 15), z: within(-15, 15) })
      .setLinearDamping(0.2)
      .setAngularDamping(1),
  )
  const [x, y, z, w] = [within(-1, 1), within(-1, 1), within(-1, 1), within(-1, 1)]
  const length = Math.sqrt(x * x + y * y + z * z + w * w) || 1
  body.setRotation({ x: x / length, y: y / length, z: z / length, w: w / length }, true)
  const hull = Rapier.ColliderDesc.convexHull(corners)!
  world.createCollider(hull.setFriction(0.02).setRestitution(bounce), body)
  return body
}

const moves = (body: RapierModule.RigidBody) => {
  const speed = ({ x, y, z }: RapierModule.Vector) => Math.sqrt(x * x + y * y + z * z)
  return speed(body.linvel()) > 0.1 || speed(body.angvel()) > 0.1
}
const poseOf = (body: RapierModule.RigidBody): Pose => {
  const { x, y, z } = body.translation()
  const turned = body.rotation()
  return { at: [x, y, z], turned: [turned.x, turned.y, turned.z, turned.w] }
}
const isFlat = ({ at, turned }: Pose) =>
  Math.abs(at[1] - lying) < 0.02 && normals.some((normal) => rotated(normal, turned)[1] > 0.999)
const clear = (poses: Poses) =>
  [
    [0, 1],
    [0, 2],
    [1, 2],
  ].every(([a, b]) => {
    const [from, to] = [poses[a!]!.at, poses[b!]!.at]
    return (from[0] - to[0]) ** 2 + (from[2] - to[2]) ** 2 > apart ** 2
  })

/** None where a die leans on another or is not still in time. */
function attempt(next: () => number): Poses[] | null {
  const world = tray()
  const dice = [0, 1, 2].map((index) => die(world, index, next))
  const way: Poses[] = []
  const note = () => way.push(dice.map(poseOf) as unknown as Poses)
  note()
  for (let step = 0; step < steps; ++step) {
    world.step()
    note()
  }
  const rest = way.at(-1)!
  const lies = !dice.some(moves) && rest.every(isFlat) && clear(rest)
  world.free()
  return lies ? way : null
}

const known = new Map<number, Poses[]>()

/** The first throw of that seed after which all three dice can be read. */
function wayOf(seed: number): Poses[] {
  let way = known.get(seed)
  if (way) return way
  const next = numbers(seed)
  for (way = undefined; !way;) way = attempt(next) ?? undefined
  if (known.size > 8) known.clear()
  known.set(seed, way)
  return way
}

/** The dice `t` ms after they left the hand. `ready` must have been awaited. */
export function thrown(seed: number, t: number): Poses {
  const way = wayOf(seed)
  const place = (Math.min(Math.max(0, t), settled) * perSecond) / 1000
  const [before, after] = [way[Math.floor(place)]!, way[Math.ceil(place)]!]
  const part = place % 1
  const mix = <T extends readonly number[]>(a: T, b: T) => a.map((v, i) => v + (b[i]! - v) * part) as unknown as T
  return before.map((pose, index) => {
    const to = after[index]!
    const near = pose.turned.reduce((sum, v, i) => sum + v * to.turned[i]!, 0) < 0 ? -1 : 1
    const turned = mix(pose.turned, to.turned.map((v) => v * near) as unknown as typeof pose.turned)
    const length = Math.sqrt(turned.reduce((sum, v) => sum + v * v, 0))
    return { at: mix(pose.at, to.at), turned: turned.map((v) => v / length) as unknown as typeof turned }
  }) as unknown as Poses
}
/** How they lie in the end. */
export const rest = (seed: number): Poses => wayOf(seed).at(-1)!
