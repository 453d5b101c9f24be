// What the hands at this device do, and when: time zero is the frame that showed the faces.

import { t } from '../i18n/i18n.svelte'
import type { Move, Seat } from '../protocol'
import { say } from '../ui/live.svelte'
import { notes, play } from '../ui/sound'
import { vibrate } from '../ui/vibrate'
import type { Round } from './round.svelte'
import { isFinger, valuesOf, type Reflex } from './types'

const bounces = 120 // a key that bounces is one key
const careful = 350 // so that no reaction in flight chooses a finger

export class Reflexes {
  /** Who could not wait. */
  early: Seat | null = $state(null)
  bowing: Seat[] = $state([])
  #lit: { seat: Seat; reflex: Reflex }[] = $state([])
  #round: Round
  #zero: number | null = null
  #badThrow: Seat | null = null
  #touched = new Map<string, number>()
  #askedAt = 0

  constructor(round: Round) {
    this.#round = round
    $effect(() => {
      void round.given.falls
      if (!round.still && round.inWindow) return () => (this.#zero = null)
    })
    $effect(() => {
      void round.given.seq // two fingers of one hand are asked for one after the other
      if (round.asked !== null) this.#askedAt = performance.now()
    })
    $effect(() => {
      if (round.calm) this.early = null
    })
  }

  lit(seat: Seat) {
    return this.#lit.filter((each) => each.seat === seat).map(({ reflex }) => reflex)
  }

  /** The frame that showed the faces, as well as is known by now. */
  shown(time: number) {
    const first = this.#zero === null
    this.#zero = time
    if (!first) return
    notes(this.#round.position.roll)
    if (this.#badThrow !== null) this.#round.given.onreact?.({ seat: this.#badThrow, at: 0, do: 'drop' })
    this.#badThrow = null
  }

  threw(bad: boolean) {
    const { roller } = this.#round.position
    this.#badThrow = bad ? roller : null
    this.#round.given.onthrow?.(roller)
  }

  announce(k: number, at: number) {
    if (this.#zero === null) return
    const { roller, roll } = this.#round.position
    this.#round.given.onreact?.({ seat: roller, at: Math.max(0, Math.round(at - this.#zero)), do: 'announce', values: valuesOf(roll, k) })
  }

  press(seat: Seat, which: Reflex, at: number) {
    const key = `${seat} ${which}`
    if (at - (this.#touched.get(key) ?? -Infinity) < bounces) return
    this.#touched.set(key, at)
    const { position, rolling, inWindow, asked } = this.#round
    // A lost finger is dead; a dragon has but one, and no voice (T12).
    const dead = this.#round.isDragon(seat) ? which !== 'little' : isFinger(which) && !position.fingers[seat]!.includes(which)
    if (dead) return
    if (rolling || (inWindow && (this.#zero === null || at < this.#zero))) return this.#tooEarly(seat)
    if (inWindow) return this.#react(seat, which, Math.round(at - this.#zero!))
    if ((position.phase === 'pay' || position.phase === 'lose') && asked === seat && isFinger(which)) this.choose({ seat, lose: which }, at)
  }

  choose(move: Move, at = performance.now()) {
    if (at - this.#askedAt > careful) this.#round.given.onact?.(move)
  }

  #react(seat: Seat, which: Reflex, at: number) {
    if (this.bowing.includes(seat)) return
    this.#light(seat, which)
    vibrate(12)
    this.#round.given.onreact?.(isFinger(which) ? { seat, at, do: 'grab', die: 2, finger: which } : { seat, at, do: which })
    play(isFinger(which) ? 'grab' : which)
    if (which === 'salute') {
      this.bowing = [...this.bowing, seat]
      setTimeout(() => (this.bowing = this.bowing.filter((each) => each !== seat)), this.#round.given.timing.bow)
    }
  }
  #light(seat: Seat, reflex: Reflex) {
    this.#lit = [...this.#lit, { seat, reflex }]
    setTimeout(() => (this.#lit = this.#lit.filter((each) => each.seat !== seat || each.reflex !== reflex)), 250)
  }
  #tooEarly(seat: Seat) {
    this.early = seat
    play('early')
    say([t('fingers.early')])
  }
}
