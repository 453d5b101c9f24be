// The throw is a gesture: a tap throws; shaking builds up strength, and letting go throws. With too much
// of it a die leaves the table (T13). The safe range shrinks with every finger lost.

import { games } from '../protocol'

/** The hardest good throw, as a part of a full shake. */
export const hardest = (fingers: number) => games.tatamokatsu.options.safe_throws[fingers]!.to / 1000
export const isTooHard = (strength: number, fingers: number) => strength > hardest(fingers)

/** A shake of this many pixels, or this long a hold of a key, is full strength. */
const pixels = 2600
const hold = 1600
const tires = 4000

export const shaken = (strength: number, distance: number) => Math.min(1, strength + distance / pixels)
export const rested = (strength: number, ms: number) => Math.max(0, strength - ms / tires)
/** What a phone that is shaken adds: its acceleration in m/s² without that of a hand that trembles. */
const trembles = 2
export const swayed = (acceleration: number, ms: number) => Math.max(0, acceleration - trembles) * ms * 0.5
/** A phone that has been shaken throws when it is held still for so long, in ms. */
export const calms = 300
export const held = (ms: number) => Math.min(1, Math.max(0, ms) / hold)
