// A game in this page: one hand or several of them, and the house's own masters. A game that was left
// is taken up again, even after the page was closed.

import { randomHex } from '../line/chance'
import { keptDiary, newDiary, Offline } from '../line/offline'
import { TableStore } from '../line/table.svelte'
import type { Command, Hand, Seat } from '../protocol'
import type { Quickness, Timing } from './types'

export interface Wanted {
  players: number
  /** Of those who play here, in the order of their seats. */
  hands: Hand[]
  level: Quickness
  timing?: Timing
}

export class LocalGame {
  readonly store: TableStore
  readonly line: Offline
  /** Taken up again. */
  readonly begun: boolean
  /** A game was kept, and none that can be read. */
  readonly unreadable: boolean
  #key: string

  constructor(key: string, { players, hands, level, timing }: Wanted) {
    this.#key = key
    const { diary, unreadable } = keptDiary(key)
    this.begun = diary !== null
    this.unreadable = unreadable
    const header = { game: 'tatamokatsu' as const, players, ...(timing ? { timing } : {}) }
    this.line = new Offline(diary ?? newDiary({ header, tempo: 'untimed' }), (now) => localStorage.setItem(key, JSON.stringify(now)))
    this.store = new TableStore(this.line, 'offline')
    if (diary) return
    for (const [seat, hand] of hands.entries()) this.send({ type: 'sit', table: 'offline', seat, hand, contribution: randomHex(16) }, seat)
    if (hands.length < players) this.send({ type: 'seat_bot', table: 'offline', level }, 0)
    this.send({ type: 'start', table: 'offline' }, 0)
  }

  send = (command: Command, seat: Seat) => this.line.send(command, seat === 0 ? undefined : seat)

  forget() {
    localStorage.removeItem(this.#key)
  }
  close() {
    this.store.leave()
    this.line.close()
  }
}
