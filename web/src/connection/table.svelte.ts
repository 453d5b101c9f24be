import type {
  Called,
  Command,
  DojoOwn,
  DojoPosition,
  DojoResult,
  GameEvent,
  Heard,
  Message,
  Move,
  Position,
  Refused,
  Said,
  Seat,
  Table as TableInfo,
  TatamokatsuPosition,
  Update,
  Verdict,
} from '../protocol'
import type { Connection } from './connection'
import { keepMuted, mutedAt } from './muted'

/** What may wait until the moment before it has been seen. */
type Scene = TableInfo | Position | Update
/** A command without its table: it is this one. */
type Here<C = Command> = C extends { table: string } ? Omit<C, 'table'> : never

/** As much as the server knows. */
const chatKept = 100

/** One step of Dojo: the table before and after, as I knew it. */
export interface Step {
  was: { position: DojoPosition; own: DojoOwn | null }
  is: { position: DojoPosition; own: DojoOwn | null }
}

/** How long an update may be looked at before the next is shown, in ms. */
export type Pace = (update: Update) => number
/** Sees every position, even when several are shown at once. */
export type See = (store: TableStore) => void

/** One table as it is heard over a connection: what I know of it, and what I say there. */
export class TableStore {
  info: TableInfo | null = $state.raw(null)
  dojo: DojoPosition | null = $state.raw(null)
  own: DojoOwn | null = $state.raw(null)
  result: DojoResult | null = $state.raw(null)
  /** All steps of Dojo that were heard here since the whole position came. */
  steps: Step[] = $state.raw([])
  /** What had happened before that, as far as I may know it. */
  past: GameEvent[] = $state.raw([])
  tatamokatsu: TatamokatsuPosition | null = $state.raw(null)
  /** The dice are in the air. */
  rolling = $state(false)
  /** How often dice have fallen here; the window of a position begins anew, too. */
  falls = $state(0)
  /** What was heard since they fell. */
  heard: Heard[] = $state.raw([])
  /** Of the last window that closed. */
  verdict: Verdict | null = $state.raw(null)
  /** All that happened since they fell, the roll included. */
  since: GameEvent[] = $state.raw([])
  /** Of the update shown last. */
  events: GameEvent[] = $state.raw([])
  seq = $state(0)
  /** I have chosen and not been answered yet. */
  chosen = $state(false)
  /** When the decision at hand ends, in the page's time. */
  ends: number | null = $state(null)
  chat: Said[] = $state([])
  /** How much has been said, whether or not it is kept. */
  said = $state(0)
  /** The last cry of each seat. */
  cries: Called[] = $state([])
  muted: (Seat | null)[] = $state([])
  secret: string | null = $state(null)
  refused: Refused | null = $state.raw(null)

  /** The table's id, or the room code it was looked for by. */
  #id: string
  #connection: Connection
  #pace: Pace
  #see: See
  #scenes: Scene[] = []
  #lastNumber = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop: () => void

  constructor(connection: Connection, id: string, pace: Pace = () => 0, see: See = () => {}) {
    this.#connection = connection
    this.#id = id
    this.#pace = pace
    this.#see = see
    const deaf = connection.on((message) => this.hear(message))
    const blind = connection.onstate((state) => {
      if (state === 'open') this.#watch()
    })
    this.#stop = () => {
      deaf()
      blind()
    }
  }

  get id() {
    return this.#id
  }

  say(command: Here) {
    this.refused = null
    this.#connection.send({ ...command, table: this.#id } as Command)
  }
  act(move: Move) {
    this.chosen = true
    this.react(move)
  }
  /** In a window: there may be more of it. */
  react(move: Move) {
    this.say({ type: 'act', seq: this.seq, move })
  }
  /** The position has come, whatever the game. */
  get begun(): boolean {
    return this.dojo !== null || this.tatamokatsu !== null
  }
  /** What I know and may do right now. */
  get choice(): DojoOwn | null {
    return this.own && this.chosen ? { ...this.own, legal: [] } : this.own
  }
  /** The table waits for my decision, or for my throw. */
  get myTurn(): boolean {
    const you = this.info?.you ?? null
    if (you === null) return false
    if (this.tatamokatsu) {
      const { throws, to_act } = this.tatamokatsu
      return to_act.includes(you) || (throws === you && !this.rolling)
    }
    return (this.choice?.legal.length ?? 0) > 0
  }
  /** null: all who only watch. */
  mute(seat: Seat | null, on: boolean) {
    this.muted = on ? [...this.muted, seat] : this.muted.filter((each) => each !== seat)
    keepMuted(this.#id, this.muted)
    this.#sendMute(seat, on)
  }
  leave() {
    this.say({ type: 'leave' })
    clearTimeout(this.#timer)
    this.#stop()
  }

  hear(message: Message) {
    if (!this.#isMine(message)) return
    switch (message.type) {
      case 'table':
      case 'position':
      case 'update':
        return this.#await(message)
      case 'rolling':
        this.rolling = true
        return
      case 'heard':
        this.heard = [...this.heard, message]
        return
      case 'verdict':
        this.verdict = message
        return
      case 'said':
        if (this.#isMuted(message.seat)) return
        this.chat = [...this.chat, message].slice(-chatKept)
        // On a new connection the last are told again.
        if (message.number > this.#lastNumber) ++this.said
        this.#lastNumber = Math.max(this.#lastNumber, message.number)
        return
      case 'unsaid':
        this.chat = this.chat.filter(({ number }) => !message.numbers.includes(number))
        return
      case 'called':
        if (this.#isMuted(message.seat)) return
        this.cries = [...this.cries.filter(({ seat }) => seat !== message.seat), message]
        return
      case 'seat_link':
        this.secret = message.secret
        return
      case 'refused':
        this.chosen = false
        // The position has moved on; whoever decided sees it at once. A reaction may come late: the photo shows it.
        if (message.why !== 'stale' && !(this.tatamokatsu && message.command === 'act')) this.refused = message
    }
  }

  /** Shows everything that waits, without its moments; whether anything did. */
  skip(): boolean {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = this.#scenes.splice(0)
    for (const scene of waiting) this.#show(scene)
    this.events = []
    return waiting.length > 0
  }

  /** On a new connection, too: whatever was missed comes with the whole position. */
  #watch() {
    this.chat = []
    this.#connection.send({ type: 'watch', table: this.#id })
    this.#hush()
  }

  /** The server may tell what was said before it hears of it. */
  #isMuted(seat: Seat | null) {
    return this.muted.includes(seat)
  }
  #sendMute(seat: Seat | null, on: boolean) {
    this.#connection.send({ type: 'mute', table: this.#id, ...(seat !== null && { seat }), on })
  }
  #hush() {
    for (const seat of this.muted) this.#sendMute(seat, true)
  }

  #isMine(message: Message): boolean {
    // What the hall itself refuses names no table: there is none, or I was too fast.
    if (message.type === 'refused' && message.table === undefined) return true
    // Found by its room code, a table answers with its id.
    const found = this.info === null && message.type === 'table' && message.code === this.#id.toUpperCase()
    return found || ('table' in message && message.table === this.#id)
  }

  #await(scene: Scene) {
    // A whole position, or another seat: what waits is of no interest any more.
    if (scene.type === 'position' || (scene.type === 'table' && this.info && scene.you !== this.info.you)) this.skip()
    this.#scenes.push(scene)
    if (this.#timer === undefined) this.#advance()
  }

  #advance() {
    this.#timer = undefined
    for (let scene = this.#scenes.shift(); scene; scene = this.#scenes.shift()) {
      this.#show(scene)
      const pause = scene.type === 'update' ? this.#pace(scene) : 0
      if (pause === 0) continue
      this.#timer = setTimeout(() => this.#advance(), pause)
      return
    }
  }

  #show(scene: Scene) {
    if (scene.type === 'table') {
      const found = this.info === null
      this.#id = scene.table
      this.info = scene
      if (found) {
        this.muted = mutedAt(this.#id)
        this.#hush()
      }
      return
    }
    const was = this.dojo && { position: this.dojo, own: this.own }
    this.seq = scene.seq
    this.chosen = false
    this.ends = scene.time_left === null ? null : Date.now() + scene.time_left
    this.events = scene.type === 'update' ? scene.events : []
    if (scene.dojo) this.dojo = { ...this.dojo, ...scene.dojo } as DojoPosition
    if (scene.tatamokatsu) this.refused = null // it spoke of a moment that is over
    if (scene.tatamokatsu) this.tatamokatsu = { ...this.tatamokatsu, ...scene.tatamokatsu } as TatamokatsuPosition
    const whole = scene.type === 'position'
    const fall = whole ? this.tatamokatsu?.phase === 'window' : scene.events.some((event) => 'roll' in event)
    this.since = whole ? (scene.since ?? []) : fall ? this.events : [...this.since, ...this.events]
    if (whole) this.verdict = null // the one that belongs to it follows
    if (fall || whole) {
      this.rolling = false
      this.heard = []
    }
    if (fall) ++this.falls
    this.own = scene.dojo_own ?? null
    this.result = scene.dojo_result ?? this.result
    if (whole) {
      this.past = scene.since ?? []
      this.steps = []
    } else if (was && this.dojo) this.steps = [...this.steps, { was, is: { position: this.dojo, own: this.own } }]
    this.#see(this)
  }
}
