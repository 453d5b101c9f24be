// The dice in three dimensions: ivory octahedra with inked marks, as motion.ts moves them.

import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  CircleGeometry,
  DirectionalLight,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  OctahedronGeometry,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  WebGLRenderer,
} from 'three'
import type { Face } from '../protocol'
import { edge, leave, leaving, lying, normals, type Pose, settle, settling, topOf, tumble, type Vector } from './motion'

export interface Throw {
  /** None while they are in the air. */
  roll: readonly Face[] | null
  rolling: boolean
  /** The first die has left the table. */
  dropped: boolean
  /** The same for all who see this throw. */
  seed: number
  numerals: boolean
}

const ivory = '#fbf5e3'
const ink = '#24211d'
const pixels = 256

function drawMark(canvas: CanvasRenderingContext2D, face: Face, numerals: boolean) {
  canvas.fillStyle = ivory
  canvas.fillRect(0, 0, pixels, pixels)
  canvas.translate(pixels / 2, pixels * 0.64)
  canvas.fillStyle = canvas.strokeStyle = ink
  canvas.lineCap = 'round'
  const stroke = (x: number, slant = 0, length = 34) => {
    canvas.lineWidth = 10
    canvas.beginPath()
    canvas.moveTo(x - slant, -length)
    canvas.lineTo(x + slant, length)
    canvas.stroke()
  }
  if (face === 'T') {
    canvas.lineWidth = 15
    canvas.beginPath()
    canvas.moveTo(-42, -36)
    canvas.quadraticCurveTo(0, -46, 42, -36)
    canvas.moveTo(0, -38)
    canvas.lineTo(0, 46)
    canvas.stroke()
  } else if (numerals) {
    canvas.font = `${face === 'X' ? 58 : 96}px 'Zen Antique', serif`
    canvas.textAlign = 'center'
    canvas.textBaseline = 'middle'
    canvas.fillText(face === 'X' ? '1·10' : face, 0, 4)
  } else if (face === 'X') {
    stroke(-26, 24, 30)
    stroke(-26, -24, 30)
    stroke(44)
    canvas.beginPath()
    canvas.arc(19, 0, 8, 0, 7)
    canvas.fill()
  } else {
    const strokes = Number(face)
    for (let i = 0; i < strokes; ++i) stroke((i - (strokes - 1) / 2) * (strokes > 4 ? 20 : 25))
  }
}

function marked(face: Face, numerals: boolean): MeshLambertMaterial {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pixels
  drawMark(canvas.getContext('2d')!, face, numerals)
  const map = new CanvasTexture(canvas)
  map.colorSpace = SRGBColorSpace
  map.anisotropy = 4
  return new MeshLambertMaterial({ map })
}

/** Side by side: each face a triangle whose mark stands under the corner that topOf names. */
function octahedron(): BufferGeometry {
  const points: number[] = []
  const places: number[] = []
  const geometry = new BufferGeometry()
  for (const [side, normal] of normals.entries()) {
    const x: Vector = [Math.sign(normal[0]), 0, 0]
    const z: Vector = [0, 0, Math.sign(normal[2])]
    // Counter-clockwise as seen from outside.
    const turns = Math.sign(normal[0]) * Math.sign(normal[1]) * Math.sign(normal[2]) > 0
    points.push(...topOf(normal), ...(turns ? z : x), ...(turns ? x : z))
    places.push(0.5, 1, 0, 0.134, 1, 0.134)
    geometry.addGroup(side * 3, 3, side)
  }
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3))
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(places), 2))
  geometry.computeVertexNormals()
  return geometry
}

/** Throws where there is no WebGL. */
export class Stage {
  #renderer: WebGLRenderer
  #scene = new Scene()
  #camera = new PerspectiveCamera(27, 2, 1, 60)
  #dice: Group[] = []
  #shadows: Mesh[] = []
  #marks = new Map<string, MeshLambertMaterial>()
  #geometry = octahedron()
  #edges = new EdgesGeometry(new OctahedronGeometry(1))
  #throw: Throw = { roll: null, rolling: false, dropped: false, seed: 0, numerals: false }
  #thrownAt = 0
  #shownAt = 0
  #droppedAt = 0
  #from: Vector[] = []
  #frame = 0

  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, powerPreference: 'low-power' })
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio))
    // From above: what lies on top is what counts, its sides turn away.
    this.#camera.position.set(0, 14, 2.2)
    this.#camera.lookAt(0, 0, 0.05)
    const sun = new DirectionalLight('#fff8e8', 2.5)
    sun.position.set(-1.5, 9, 1)
    this.#scene.add(new AmbientLight('#fff1d8', 0.75), sun)
    for (let die = 0; die < 3; ++die) {
      const group = new Group()
      group.add(new Mesh(this.#geometry, []), new LineSegments(this.#edges, new LineBasicMaterial({ color: ink })))
      const shadow = new Mesh(new CircleGeometry(0.95, 32), new MeshBasicMaterial({ color: '#000', transparent: true, depthWrite: false }))
      shadow.rotation.x = -Math.PI / 2
      this.#dice.push(group)
      this.#shadows.push(shadow)
      this.#scene.add(group, shadow)
    }
  }

  resize(width: number, height: number) {
    this.#renderer.setSize(width, height, false)
    this.#camera.aspect = width / height
    // The whole table is seen, however narrow the place is.
    this.#camera.fov = 2 * Math.atan((edge[0] + 0.85) / 14 / Math.min(2.2, this.#camera.aspect)) * (180 / Math.PI)
    this.#camera.updateProjectionMatrix()
    this.#draw(performance.now())
  }

  show(next: Throw) {
    const before = this.#throw
    this.#throw = next
    const now = performance.now()
    if (next.rolling && !before.rolling) this.#thrownAt = now
    if (next.roll && (!before.roll || before.rolling || next.seed !== before.seed)) {
      this.#from = [0, 1, 2].map((die) => tumble(die, next.seed, now - this.#thrownAt).at)
      this.#shownAt = before.rolling ? 0 : -settling
    }
    if (next.dropped && !before.dropped) this.#droppedAt = now
    for (const [die, group] of this.#dice.entries())
      (group.children[0] as Mesh).material = (['1', '2', '3', '4', '5', '6', 'X', die === 2 ? 'T' : 'X'] as const).map((face) => this.#mark(face))
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame((frame) => this.#animate(frame))
  }

  close() {
    cancelAnimationFrame(this.#frame)
    for (const material of this.#marks.values()) {
      material.map?.dispose()
      material.dispose()
    }
    this.#geometry.dispose()
    this.#edges.dispose()
    this.#renderer.dispose()
  }

  #mark(face: Face) {
    const key = `${face} ${this.#throw.numerals}`
    const mark = this.#marks.get(key) ?? marked(face, this.#throw.numerals)
    this.#marks.set(key, mark)
    return mark
  }

  #animate(frame: number) {
    if (this.#shownAt === 0) this.#shownAt = frame
    this.#draw(frame)
    const moving = this.#throw.rolling || frame - this.#shownAt < settling || (this.#throw.dropped && frame - this.#droppedAt < leaving)
    if (moving) this.#frame = requestAnimationFrame((next) => this.#animate(next))
  }

  #poseOf(die: number, now: number): Pose {
    const { roll, rolling, dropped, seed } = this.#throw
    if (rolling) return tumble(die, seed, now - this.#thrownAt)
    const face = roll?.[die]
    if (!face) return { at: [(die - 1) * 2, lying, 0], turned: tumble(die, seed, 0).turned }
    if (dropped && die === 0) return leave(die, face, seed, now - this.#droppedAt)
    return settle(die, face, seed, this.#from[die]!, Math.max(0, now - this.#shownAt))
  }

  #draw(now: number) {
    for (const [die, group] of this.#dice.entries()) {
      const { at, turned } = this.#poseOf(die, now)
      group.visible = this.#throw.rolling || this.#throw.roll !== null
      group.position.set(...at)
      group.quaternion.set(...turned)
      const shadow = this.#shadows[die]!
      shadow.visible = group.visible
      shadow.position.set(at[0] + 0.12 * at[1], Math.min(0, at[1] - lying) + 0.01, at[2] + 0.2 * at[1])
      ;(shadow.material as MeshBasicMaterial).opacity = 0.34 / (1 + Math.max(0, at[1] - lying))
    }
    this.#renderer.render(this.#scene, this.#camera)
  }
}
