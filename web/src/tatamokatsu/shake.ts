// The throw is a gesture: shaking builds up strength, letting go throws. Too little and the dice stay
// in the hand; too much and one leaves the table (T13). The safe range shrinks with every finger lost.

export interface Range {
  from: number
  to: number
}
const weakest = 0.3
const widest = 0.5
const narrower = 0.085

export const safeRange = (fingers: number): Range => ({ from: weakest, to: weakest + widest - narrower * (5 - fingers) })

export type Thrown = 'weak' | 'good' | 'bad'
export function thrown(strength: number, fingers: number): Thrown {
  const { from, to } = safeRange(fingers)
  return strength < from ? 'weak' : strength <= to ? 'good' : 'bad'
}

/** A shake of this many pixels, or this long a hold of a key, is full strength. */
const pixels = 2600
const hold = 1600
const tires = 4000

export const shaken = (strength: number, distance: number) => Math.min(1, strength + distance / pixels)
export const rested = (strength: number, ms: number) => Math.max(0, strength - ms / tires)
export const held = (ms: number) => Math.min(1, Math.max(0, ms) / hold)
