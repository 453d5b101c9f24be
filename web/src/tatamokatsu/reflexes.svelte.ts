// What the hands at this device do, and when: time zero is the frame that showed the faces.

import { t } from '../i18n/i18n.svelte'
import type { Deed, Move, Seat } from '../protocol'
import { say } from '../ui/live.svelte'
import { notes, play } from '../ui/sound'
import { vibrate } from '../ui/vibrate'
import type { Round } from './round.svelte'
import { grabbed, isFinger, type Reflex } from './types'
import { voice } from './voices'

const bounces = 120 // a key that bounces is one key
const careful = 350 // so that no reaction in flight chooses a finger

export class Reflexes {
  /** Who could not wait, as long as the dice roll. */
  early: Seat | null = $state(null)
  bowing: Seat[] = $state([])
  /** Since the dice fell. */
  bowed: Seat[] = $state([])
  #lit: { seat: Seat; reflex: Reflex }[] = $state([])
  #wrong: { seat: Seat; reflex: Reflex }[] = $state([])
  #round: Round
  #zero: number | null = null
  #badThrow: Seat | null = null
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the page shows it
  #touched = new Map<string, number>()
  #askedAt = 0

  constructor(round: Round) {
    this.#round = round
    $effect(() => {
      void round.given.falls
      this.bowed = []
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

  /** What costs a finger buzzes at once. */
  wrong(seat: Seat) {
    return this.#wrong.filter((each) => each.seat === seat).map(({ reflex }) => reflex)
  }

  /** The frame that showed the faces, as well as is known by now. */
  shown(time: number) {
    const first = this.#zero === null
    this.#zero = time
    this.early = null
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

  announce(values: number[], at: number) {
    if (this.#zero === null) return
    const { roller } = this.#round.position
    this.#round.given.onreact?.({
      seat: roller,
      at: Math.max(0, Math.round(at - this.#zero)),
      do: 'announce',
      values,
    })
  }

  press(seat: Seat, which: Reflex, at: number) {
    const key = `${seat} ${which}`
    if (at - (this.#touched.get(key) ?? -Infinity) < bounces) return
    this.#touched.set(key, at)
    const { position, rolling, inWindow, asked } = this.#round
    // A lost finger's key is dead, and so are all keys of a dragon but those that still reach the T (T12).
    const works = isFinger(which) ? position.reach[seat]!.includes(which) : !this.#round.isDragon(seat)
    if (!works) return
    if (rolling || (inWindow && (this.#zero === null || at < this.#zero))) return this.#tooEarly(seat)
    if (inWindow) return this.#react(seat, which, Math.round(at - this.#zero!))
    if ((position.phase === 'pay' || position.phase === 'lose') && asked === seat && isFinger(which))
      this.choose({ seat, lose: which }, at)
  }

  /** A hand on the tray is a slap, unless it comes down on the T. */
  touch(seat: Seat, die: number | null, at: number) {
    const { position } = this.#round
    const finger = position.reach[seat]![0]
    const grabs = die === grabbed && position.meaning?.claim.includes('grab')
    if (grabs && finger) this.press(seat, finger, at)
    else if (!grabs) this.press(seat, 'slap', at)
  }

  choose(move: Move, at = performance.now()) {
    if (at - this.#askedAt > careful) this.#round.given.onact?.(move)
  }

  #react(seat: Seat, which: Reflex, at: number) {
    if (this.bowing.includes(seat)) return
    this.#light(seat, which)
    const wrong = this.#round.position.meaning?.mistakes.includes(isFinger(which) ? 'grab' : (which as Deed))
    vibrate(wrong ? [60, 40, 60] : 12)
    if (wrong) {
      this.#flash(seat, which)
      play('buzz')
    }
    this.#round.given.onreact?.(
      isFinger(which) ? { seat, at, do: 'grab', die: grabbed, finger: which } : { seat, at, do: which },
    )
    voice(isFinger(which) ? 'grab' : which, seat)
    if (which === 'salute') {
      this.bowing = [...this.bowing, seat]
      this.bowed = [...this.bowed, seat]
      setTimeout(() => (this.bowing = this.bowing.filter((each) => each !== seat)), this.#round.given.timing.bow)
    }
  }
  #flash(seat: Seat, reflex: Reflex) {
    this.#wrong = [...this.#wrong, { seat, reflex }]
    setTimeout(() => (this.#wrong = this.#wrong.slice(1)), 500)
  }
  #light(seat: Seat, reflex: Reflex) {
    this.#lit = [...this.#lit, { seat, reflex }]
    setTimeout(() => (this.#lit = this.#lit.filter((each) => each.seat !== seat || each.reflex !== reflex)), 250)
  }
  #tooEarly(seat: Seat) {
    this.early = seat
    play('early')
    vibrate([30, 40, 30])
    say([t('fingers.early')])
  }
}
