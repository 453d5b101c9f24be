// What the last window did, shown until the next one closes and told when it is new.

import { untrack } from 'svelte'
import type { GameEvent, Seat, TatamokatsuPosition } from '../protocol'
import { say } from '../ui/live.svelte'
import { play } from '../ui/sound'
import { vibrate } from '../ui/vibrate'
import { effectOf, learnEffects } from './effects.svelte'
import { judgementOf, reactionsOf, storyOf, type Judgement } from './finish'
import type { Round } from './round.svelte'
import { sumOf } from './types'
import { headline, toldLosses, whyText } from './words'

interface Closed {
  position: TatamokatsuPosition
  verdict: Judgement
  since: GameEvent[]
  roller: Seat
}
const story = ({ position, verdict, since, roller }: Closed, ...more: GameEvent[]) =>
  storyOf([...since, ...more], verdict, position, roller, sumOf(position), effectOf)

export class Aftermath {
  #round: Round
  #thrower: Seat = $state(0)
  #shown: Closed | null = null
  #told = ''

  constructor(round: Round) {
    this.#round = round
    this.#thrower = round.position.roller
    void learnEffects()
    $effect(() => {
      void round.given.falls
      this.#told = '' // the same may happen twice, and is told twice
      if (!round.still && round.inWindow) this.#thrower = untrack(() => round.position.roller)
    })
    $effect(() => {
      this.#shown = this.last
    })
    $effect(() => {
      if (!round.still && round.calm) this.#tell()
    })
  }

  /** Of the last window that closed, as long as the next is open. */
  readonly last = $derived.by((): Closed | null => {
    const { position, given, still, calm } = this.#round
    const judged = position.roll.length > 0 && (still || (position.photo.length > 0 && calm))
    if (!judged) return untrack(() => this.#shown)
    return { position, verdict: given.verdict ?? judgementOf(position, reactionsOf(position)), since: given.since ?? [], roller: given.thrownBy ?? this.#thrower }
  })
  readonly story = $derived.by(() => this.last && story(this.last))

  /** Why the finger that is asked for must go: as if it had gone already. */
  readonly reason = $derived.by(() => {
    const { asked, position, names, seats } = this.#round
    if (asked === null || !this.last || (position.phase !== 'pay' && position.phase !== 'lose')) return ''
    return whyText(story(this.last, { seat: asked, lose: 'thumb' }).losses.at(-1)!, names, seats)
  })

  #tell() {
    const { names, seats } = this.#round
    if (!this.last || !this.story) return
    const text = [headline(this.last.position, this.story, names, seats), ...toldLosses(this.story, names, seats).map((loss) => loss.text)].join(' ')
    if (text === this.#told) return
    this.#told = text
    say([text])
    if (this.story.losses.some(({ seat }) => seats.includes(seat))) {
      play('lost')
      vibrate(60)
    }
  }
}
