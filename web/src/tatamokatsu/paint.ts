// Faces are painted on dice that lie: which side is up was settled without them.

import type { Face } from '../protocol'
import { onTop, type Pose } from './motion'
import { sides } from './types'

/** The faces by side, so that the given one is on top. Opposite faces stay opposite. */
export function painted(die: number, face: Face, lies: Pose): Face[] {
  const faces = sides[die]!
  const turn = faces.indexOf(face) ^ onTop(lies)
  return faces.map((_, side) => faces[side ^ turn]!)
}
