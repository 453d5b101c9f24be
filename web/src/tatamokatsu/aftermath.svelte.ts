// What the last window did, shown until the next one closes and told when it is new.

import { untrack } from 'svelte'
import type { GameEvent, Seat, TatamokatsuPosition } from '../protocol'
import { say } from '../ui/live.svelte'
import { play } from '../ui/sound'
import { paceNow } from '../ui/settings.svelte'
import { vibrate } from '../ui/vibrate'
import { judgementOf, reactionsOf, storyOf, type Judgement, type Story } from './finish'
import { looked } from './rolloff'
import type { Round } from './round.svelte'
import { headline, toldLosses, whyText } from './words'

/** How long a verdict waits for whoever reads it, in ms, unless they go on before. */
const reading = { calm: Infinity, normal: 5000, quick: 2000 }
const rises = 2400 // how long a dragon is looked at
const mourned = 900 // how long a finger of one's own is, where a verdict then covers the hand
const settles = 600 // a press that was meant for the dice is no answer to the verdict

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

interface Closed {
  position: TatamokatsuPosition
  verdict: Judgement
  since: GameEvent[]
}

export class Aftermath {
  #round: Round
  #shown: Closed | null = null
  #told: string[] = []
  /** The last roll whose verdict has been read. */
  #read = $state(-1)
  #since = 0
  /** The roll whose blade crosses the screen. */
  cut = $state(-1)
  /** A dragon that is back, while it is looked at. */
  risen: Seat | null = $state(null)
  /** The roll whose roll-offs are looked at. */
  duel = $state(-1)

  /** A finger of mine has just gone: my hand is looked at before the verdict. */
  mourns = $state(false)
  #mourning: ReturnType<typeof setTimeout> | undefined

  constructor(round: Round) {
    this.#round = round
    $effect(() => {
      void round.given.falls
      this.#told = [] // the same may happen twice, and is told twice
    })
    $effect(() => {
      this.#shown = this.last
    })
    $effect(() => {
      if (!round.still && round.calm) this.#tell()
    })
    $effect(() => round.given.onhold?.(this.waits))
    $effect(() => {
      if (!this.waits) return
      this.#since = performance.now()
      const patience = reading[paceNow()]
      if (patience === Infinity) return
      const timer = setTimeout(() => this.goOn(true), patience)
      return () => clearTimeout(timer)
    })
  }

  /** Somebody else would roll now: first the verdict is read. */
  readonly waits = $derived.by(() => {
    const { position, given, rolling, seats } = this.#round
    return (
      given.onhold !== undefined &&
      position.phase === 'roll' &&
      position.photo.length > 0 &&
      !rolling &&
      !seats.includes(position.roller) &&
      this.#read !== (given.falls ?? 0)
    )
  })
  /** A tap, and the table is free again. */
  skip() {
    this.duel = -1
    this.risen = null
    if (this.mourns) return void (this.mourns = false) // the verdict comes now
    if (this.waits) this.goOn()
  }
  goOn(atOnce = false) {
    if (atOnce || performance.now() - this.#since > settles) this.#read = this.#round.given.falls ?? 0
  }

  /** Of the last window that closed, as long as the next is open. */
  readonly last = $derived.by((): Closed | null => {
    const { position, given, still, calm } = this.#round
    const judged = position.roll.length > 0 && (still || (position.photo.length > 0 && calm))
    if (!judged) return untrack(() => this.#shown)
    return {
      position,
      verdict: given.verdict ?? judgementOf(position, reactionsOf(position)),
      since: given.since ?? [],
    }
  })
  readonly story = $derived.by(() => this.last && storyOf(this.last.since, this.last.position))

  /** Why the finger that is asked for must go. */
  readonly reason = $derived.by(() => {
    const { asked, position, names, seats, given } = this.#round
    if (asked === null || (position.phase !== 'pay' && position.phase !== 'lose')) return ''
    const paid = (given.since ?? []).filter((event) => 'lose' in event).length
    const due = position.losses[paid]
    return due ? whyText(due, position.sum, names, seats) : ''
  })

  #rise(seat: Seat) {
    this.risen = seat
    play('taiko')
    vibrate([40, 60, 160])
    setTimeout(() => (this.risen = null), rises)
  }

  #mourn() {
    this.mourns = true
    clearTimeout(this.#mourning)
    this.#mourning = setTimeout(() => (this.mourns = false), mourned)
  }

  #rollOff(rolloffs: Story['rolloffs']) {
    if (rolloffs.length === 0 || isStill()) return
    this.duel = this.#round.given.falls ?? 0
    play('rattle')
    setTimeout(() => (this.duel = -1), looked(rolloffs))
  }

  #tell() {
    const { names, seats } = this.#round
    if (!this.last || !this.story) return
    // What had happened before this page came is told, and not performed.
    const seen = (this.#round.given.falls ?? 0) > 0
    // Each sentence once: fingers go one after the other.
    const fresh = [
      headline(this.last.position, this.story, names, seats),
      ...toldLosses(this.story, names, seats).map((loss) => loss.text),
    ].filter((text) => text !== '' && !this.#told.includes(text))
    if (fresh.length === 0) return
    if (seen && this.#told.length === 0 && this.last.position.meaning?.kind === 'katana')
      this.cut = this.#round.given.falls ?? 0
    if (seen && this.#told.length === 0) this.#rollOff(this.story.rolloffs)
    this.#told = [...this.#told, ...fresh]
    say(fresh)
    if (seen && this.story.risen !== null && this.#told.length === fresh.length) this.#rise(this.story.risen)
    if (this.story.losses.some(({ seat }) => seats.includes(seat))) {
      play('lost')
      vibrate(60)
      if (seen && seats.length === 1 && !isStill()) this.#mourn()
    }
  }
}
