export const fingers = ['thumb', 'index', 'middle', 'ring', 'little'] as const
export type Finger = (typeof fingers)[number]
export type FingerState = 'out' | 'folded' | 'bandaged'
export type Side = 'left' | 'right'

interface Bone {
  base: [number, number]
  tip: [number, number]
  /** Where the tip goes when the finger folds. */
  folded: [number, number]
  width: number
}

// The back of a right hand; the left one is its mirror image.
export const bones: Record<Finger, Bone> = {
  thumb: { base: [31, 88], tip: [8, 60], folded: [36, 66], width: 15 },
  index: { base: [35, 60], tip: [23, 21], folded: [33, 46], width: 14.5 },
  middle: { base: [50, 58], tip: [51, 10], folded: [50, 42], width: 15 },
  ring: { base: [65, 60], tip: [73, 18], folded: [66, 45], width: 14.5 },
  little: { base: [77, 66], tip: [90, 35], folded: [80, 53], width: 12.5 },
}
