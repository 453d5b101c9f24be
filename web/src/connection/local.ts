// A game in this page: one player or several hands, and house players. A game that was left
// is taken up again, even after the page was closed.

import type { Header, Seat, Command, Settings } from '../protocol'
import { keptDiary, newDiary, type Offline } from './offline'
import { sitDown, type Ways } from './sit'
import type { TableStore } from './table.svelte'

export class LocalGame {
  readonly store: TableStore
  readonly connection: Offline
  readonly settings: Settings
  /** Taken up again. */
  readonly begun: boolean
  /** A game was kept, and none that can be read. */
  readonly unreadable: boolean
  readonly send: (command: Command, seat: Seat) => void
  readonly close: () => void
  /** Another tab has taken up the game: two would write over each other. */
  readonly elsewhere: Promise<void>
  #key: string

  constructor(key: string, header: Header, ways: Ways) {
    this.#key = key
    const { diary: kept, unreadable } = keptDiary(key)
    const diary = kept ?? newDiary({ header, tempo: 'untimed' })
    this.settings = diary.settings
    this.unreadable = unreadable
    const { connection, store, send, leave } = sitDown(diary, {
      ...ways,
      keep: (now) => localStorage.setItem(key, JSON.stringify(now)),
    })
    this.begun = kept !== null
    this.connection = connection
    this.store = store
    this.send = send
    const tabs = new BroadcastChannel(key)
    tabs.postMessage('mine')
    this.elsewhere = new Promise((tell) => (tabs.onmessage = () => tell()))
    this.close = () => {
      tabs.close()
      leave()
    }
  }

  forget() {
    localStorage.removeItem(this.#key)
  }
}
