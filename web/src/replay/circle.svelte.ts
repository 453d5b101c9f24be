// Looking at the same moment of a game with others: whoever steps shows it to all.

import type { Connection } from '../connection/connection'
import type { Looking } from '../protocol'

/** The name that an address gives, if it is one. */
export const circleIn = (search: string) =>
  /^[\w-]{1,32}$/.exec(new URLSearchParams(search).get('together') ?? '')?.[0] ?? null

/** An address that leads into the circle, or out of it. */
export function withCircle(href: string, name: string | null): string {
  const { pathname, search, hash } = new URL(href, 'http://here')
  const others = search.replace(/^\?/, '').split('&')
  const asked = others.filter((each) => each && !each.startsWith('together='))
  if (name) asked.push(`together=${name}`)
  return pathname + (asked.length > 0 ? `?${asked.join('&')}` : '') + hash
}

/** A slider has more steps than anybody can see. */
export const pause = 100

export class Circle {
  /** Who looks, myself included. */
  people = $state(1)
  /** Whoever showed this moment: a name, which may be empty, or me. */
  shownBy = $state.raw<{ name: string } | 'me' | null>(null)
  #connection: Connection
  #name: string
  #show: (line: number) => void
  /** What I show; the newest step is said when the one before has had its time. */
  #next: number | undefined
  #unanswered = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop: (() => void)[]

  /** Enters it, and shows the others a line if there is one; `show` is told what they show. */
  constructor(connection: Connection, name: string, show: (line: number) => void, line?: number) {
    this.#connection = connection
    this.#name = name
    this.#show = show
    this.#next = line
    this.#stop = [
      connection.on((message) => {
        if (message.type === 'looking' && message.circle === name) this.#hear(message)
        // Whatever was refused is not answered any more.
        if (message.type === 'refused' && ['look', ''].includes(message.command)) this.#unanswered = 0
      }),
      connection.onstate((state) => state === 'open' && this.#enter()),
    ]
  }

  step(line: number) {
    this.#next = line
    if (this.#timer === undefined) this.#say()
  }

  leave() {
    for (const stop of this.#stop) stop()
    clearTimeout(this.#timer)
    this.#connection.send({ type: 'look', circle: '' })
  }

  #enter() {
    this.#unanswered = 0
    if (this.#next === undefined) this.#connection.send({ type: 'look', circle: this.#name })
    else this.#say()
  }

  #say() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#next === undefined) return
    ++this.#unanswered
    this.#connection.send({ type: 'look', circle: this.#name, line: this.#next })
    this.#next = undefined
    this.#timer = setTimeout(() => this.#say(), pause)
  }

  #hear({ people, line, by, you }: Looking) {
    this.people = people
    if (line === undefined) return
    if (you && this.#unanswered > 0) --this.#unanswered
    // Mine is under way and comes after it.
    if (this.#unanswered > 0 || this.#next !== undefined) return
    this.shownBy = you ? 'me' : by === undefined ? null : { name: by }
    if (!you) this.#show(line)
  }
}
