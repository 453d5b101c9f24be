import type { Face } from '../protocol'

/** X is worth 1 or 10, T is the grab. */
export type DieFace = 1 | 2 | 3 | 4 | 5 | 6 | 'X' | 'T'
export const dieFaces: readonly DieFace[] = [1, 2, 3, 4, 5, 6, 'X', 'T']

export const dieFace = (face: Face): DieFace => (face === 'X' || face === 'T' ? face : (Number(face) as DieFace))
