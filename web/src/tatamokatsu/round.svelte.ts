// How the table stands for those who play at this device.

import type { Snippet } from 'svelte'
import type { Called, GameEvent, Heard, Move, Seat, TatamokatsuPosition } from '../protocol'
import type { Finished } from './awards'
import type { Judgement } from './finish'
import { keysOf, sharing, type Keys } from './keys.svelte'
import type { Fist, Timing } from './types'

export interface Given {
  position: TatamokatsuPosition
  players: Fist[]
  /** Played at this device; none: a spectator. */
  seats: Seat[]
  timing: Timing
  rolling?: boolean
  falls?: number
  heard?: Heard[]
  since?: GameEvent[]
  verdict?: Judgement | null
  cries?: Called[]
  seq: number
  /** What the table committed itself to, so that no two games throw alike. */
  commitment?: string
  /** Nothing can be done here: a replay. */
  still?: boolean
  /** What to do when it is over. */
  after?: Snippet
  /** The list of cases lies beside the dice. */
  crib?: boolean
  /** The dice are on a big screen: this is a hand, and eyes are up. */
  controller?: boolean
  /** A window without an end. */
  patient?: boolean
  /** Somebody has paused, and nothing is done meanwhile. */
  stopped?: boolean
  /** The record and its sidecar, once it is over. */
  finished?: () => Promise<Finished | null>
  /** Stops the table's clock while a verdict is read, where it is ours alone. */
  onhold?: (on: boolean) => void
  onreact?: (move: Move) => void
  onact?: (move: Move) => void
  onthrow?: (seat: Seat) => void
}

export class Round {
  #given: () => Given
  constructor(given: () => Given) {
    this.#given = given
  }

  get given() {
    return this.#given()
  }
  get position() {
    return this.given.position
  }
  get players() {
    return this.given.players
  }
  get seats() {
    return this.given.seats
  }
  get still() {
    return this.given.still ?? false
  }
  get rolling() {
    return this.given.rolling ?? false
  }

  /** Of the throw: the same for all who see it. */
  readonly seed = $derived.by(() => {
    const { commitment = '', seq } = this.given
    return (parseInt(commitment.slice(0, 8) || '0', 16) + (this.rolling ? seq + 1 : seq)) | 0
  })
  readonly names = $derived.by(() => this.players.map(({ name }) => name))
  readonly several = $derived.by(() => this.seats.length > 1)
  /** Clockwise from me. */
  readonly others = $derived.by(() => {
    const n = this.players.length
    return this.players
      .map((_, i) => ((this.seats.at(-1) ?? n - 1) + 1 + i) % n)
      .filter((seat) => !this.seats.includes(seat))
  })
  readonly inWindow = $derived.by(() => this.position.phase === 'window')
  readonly calm = $derived.by(() => !this.rolling && !this.inWindow)
  readonly asked = $derived.by(() => this.position.to_act.find((seat) => this.seats.includes(seat)) ?? null)
  readonly mayThrow = $derived.by(
    () => !this.still && !this.rolling && this.position.throws !== null && this.seats.includes(this.position.throws),
  )
  /** Who did what since the dice fell; old deeds are forgotten when the next roll. */
  readonly noise = $derived.by((): Heard[] => (this.rolling ? [] : (this.given.heard ?? [])))
  readonly announced = $derived.by(() => this.noise.find(({ deed }) => deed === 'announce')?.sum ?? null)
  /** Sums the roller may still announce. */
  readonly choices = $derived.by(() => {
    const sums = this.position.meaning?.sums ?? []
    return this.inWindow && this.seats.includes(this.position.roller) && this.announced === null && sums.length > 1
      ? sums
      : []
  })

  /** The keys that announce them, in their order. */
  readonly choiceKeys = $derived.by(() =>
    this.choices.length === 2 ? ['ArrowLeft', 'ArrowRight'] : ['ArrowLeft', 'ArrowUp', 'ArrowRight'],
  )

  keys(seat: Seat): Keys {
    return keysOf[this.several ? sharing[this.seats.indexOf(seat)]! : (this.players[seat]!.hand ?? 'right')]
  }
  /** Where a tablet lies between its players, at its far side. */
  isAcross(seat: Seat) {
    return this.several && this.seats.indexOf(seat) >= this.seats.length / 2
  }
  isDragon(seat: Seat) {
    return this.position.dragons.includes(seat)
  }
  cryOf(seat: Seat) {
    return this.given.cries?.find((each) => each.seat === seat)
  }
}
