// The dice in three dimensions: ivory octahedra with inked marks, thrown by throw.ts.

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
  Raycaster,
  Scene,
  SRGBColorSpace,
  Vector2,
  WebGLRenderer,
} from 'three'
import type { Face } from '../protocol'
import { cornersOf, edge, farthest, leave, leaving, lying, normals, onTop, type Pose } from './motion'
import { painted } from './paint'
import { ready, rest, settled, thrown } from './throw'

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

/** Ink that cannot be read: so are all sides until the faces are known. */
function smeared(): MeshLambertMaterial {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pixels
  const ink2d = canvas.getContext('2d')!
  ink2d.fillStyle = ivory
  ink2d.fillRect(0, 0, pixels, pixels)
  ink2d.filter = 'blur(9px)'
  ink2d.strokeStyle = '#24211d66'
  ink2d.lineWidth = 30
  ink2d.beginPath()
  ink2d.ellipse(pixels / 2, pixels * 0.64, 42, 26, 0.5, 0, 7)
  ink2d.stroke()
  const map = new CanvasTexture(canvas)
  map.colorSpace = SRGBColorSpace
  return new MeshLambertMaterial({ map })
}

const upright = [0.5, 1, 0, 0.134, 1, 0.134]
/** Side by side: each a triangle whose mark stands under its first corner. */
function octahedron(): BufferGeometry {
  const points: number[] = []
  const places: number[] = []
  const geometry = new BufferGeometry()
  for (const side of normals.keys()) {
    points.push(...cornersOf(side).flat())
    places.push(...upright)
    geometry.addGroup(side * 3, 3, side)
  }
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3))
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(places), 2))
  geometry.computeVertexNormals()
  return geometry
}
/** The mark of that side stands under that corner. */
function stand(geometry: BufferGeometry, side: number, corner: number) {
  const places = geometry.getAttribute('uv') as BufferAttribute
  for (let i = 0; i < 3; ++i) {
    const from = 2 * ((i + 3 - corner) % 3)
    places.setXY(side * 3 + i, upright[from]!, upright[from + 1]!)
  }
  places.needsUpdate = true
}

/** Throws where there is no WebGL. */
export class Stage {
  #renderer: WebGLRenderer
  #scene = new Scene()
  #camera = new PerspectiveCamera(27, 2, 1, 60)
  #dice: Group[] = []
  #shadows: Mesh[] = []
  #marks = new Map<string, MeshLambertMaterial>()
  #blank = smeared()
  #edges = new EdgesGeometry(new OctahedronGeometry(1))
  #throw: Throw = { roll: null, rolling: false, dropped: false, seed: 0, numerals: false }
  /** Of the throw that is seen; what is counted at the table goes on while they lie. */
  #seed = 0
  #thrownAt = -settled
  #droppedAt = 0
  #frame = 0
  #ray = new Raycaster()

  /** Loads what throws them. */
  static async open(canvas: HTMLCanvasElement) {
    await ready()
    return new Stage(canvas)
  }
  private constructor(canvas: HTMLCanvasElement) {
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
      group.add(new Mesh(octahedron(), []), new LineSegments(this.#edges, new LineBasicMaterial({ color: ink })))
      const shadow = new Mesh(
        new CircleGeometry(0.95, 32),
        new MeshBasicMaterial({ color: '#000', transparent: true, depthWrite: false }),
      )
      shadow.rotation.x = -Math.PI / 2
      this.#dice.push(group)
      this.#shadows.push(shadow)
      this.#scene.add(group, shadow)
    }
  }

  resize(width: number, height: number) {
    this.#renderer.setSize(width, height, false)
    this.#camera.aspect = width / height
    // The whole table is seen, however narrow or low the place is.
    const half = Math.max((edge[0] + 0.5) / this.#camera.aspect, edge[1] + 0.45)
    this.#camera.fov = 2 * Math.atan(half / 14) * (180 / Math.PI)
    this.#camera.updateProjectionMatrix()
    this.#draw(performance.now())
  }

  show(next: Throw) {
    const before = this.#throw
    this.#throw = next
    const now = performance.now()
    const begins = next.rolling && !before.rolling
    const others = !next.rolling && !before.rolling && String(next.roll) !== String(before.roll)
    if (begins || others) this.#seed = next.seed
    if (begins) this.#thrownAt = now
    // Where the throw came late, the faces do not wait for it.
    if (next.roll) this.#thrownAt = Math.min(this.#thrownAt, now - settled)
    if (next.dropped && !before.dropped) this.#droppedAt = now
    this.#paint()
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame((frame) => this.#animate(frame))
  }

  #paint() {
    const { roll } = this.#throw
    for (const [die, group] of this.#dice.entries()) {
      const mesh = group.children[0] as Mesh<BufferGeometry>
      const face = roll?.[die]
      const pose = rest(this.#seed)[die]!
      mesh.material = face ? painted(die, face, pose).map((each) => this.#mark(each)) : normals.map(() => this.#blank)
      stand(mesh.geometry, onTop(pose), farthest(pose))
    }
  }

  /** The die at that place of the canvas, in parts of its width and height. */
  under(x: number, y: number): number | null {
    this.#ray.setFromCamera(new Vector2(2 * x - 1, 1 - 2 * y), this.#camera)
    const near = this.#dice
      .map((group, die) => ({ die, gap: this.#ray.ray.distanceToPoint(group.position) }))
      .sort((a, b) => a.gap - b.gap)[0]!
    return near.gap < 1.15 ? near.die : null
  }

  close() {
    cancelAnimationFrame(this.#frame)
    for (const material of this.#marks.values()) {
      material.map?.dispose()
      material.dispose()
    }
    this.#blank.map?.dispose()
    this.#blank.dispose()
    for (const group of this.#dice) (group.children[0] as Mesh).geometry.dispose()
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
    this.#draw(frame)
    const moving = frame - this.#thrownAt < settled || (this.#throw.dropped && frame - this.#droppedAt < leaving)
    if (moving) this.#frame = requestAnimationFrame((next) => this.#animate(next))
  }

  #poseOf(die: number, now: number): Pose {
    const { roll, dropped } = this.#throw
    const pose = thrown(this.#seed, now - this.#thrownAt)[die]!
    return roll && dropped && die === 0 ? leave(pose, Math.max(0, now - this.#droppedAt)) : pose
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
