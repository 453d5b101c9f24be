import type { Command, Message, Settings } from '../protocol'
import { randomHex } from './chance'
import { listeners, type Connection, type ConnectionState } from './connection'

export interface Secrets {
  seed: string
  secret: string
}
/** A command, when it was given and by which hand; without one, time passed. */
export type Entry = { command?: Command; hand?: number; at: number }

/** All that happened at a table in this page: told again, it leads to the same game. */
export interface Diary {
  settings: Settings
  secrets: Secrets
  opened: number
  entries: Entry[]
  /** The record of a game that is played on. */
  soFar?: string
}

export type ToWorker =
  { diary: Diary } | { hold: boolean } | { command: Command; hand?: number } | { ask: 'record' | 'end' }
export type FromWorker =
  { messages: Message[]; entry?: Entry } | { record: string; sidecar: string } | { problem: string }

const drawn = (): Secrets => ({ seed: randomHex(32), secret: randomHex(32) })

export const newDiary = (settings: Settings, secrets = drawn()): Diary => ({
  settings,
  secrets,
  opened: Date.now(),
  entries: [],
})

/** The diary kept under a key. One that cannot be read is forgotten: it would stand in the way for ever. */
export function keptDiary(key: string): { diary: Diary | null; unreadable: boolean } {
  const text = localStorage.getItem(key)
  if (text === null) return { diary: null, unreadable: false }
  try {
    const diary = JSON.parse(text) as Diary
    if (Array.isArray(diary.entries)) return { diary, unreadable: false }
  } catch {
    // Broken, too.
  }
  localStorage.removeItem(key)
  return { diary: null, unreadable: true }
}

/** A table in this page: the rules and the bots run in a worker, nothing needs a network. */
export class Offline implements Connection {
  /** When everything in the diary has been told; fails where it is none that the rules accept. */
  readonly taken: Promise<void>
  /** When the table has stopped for good, and why. */
  readonly broken: Promise<string>

  #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  #messages = listeners<Message>()
  #records = listeners<{ record: string; sidecar: string }>()

  constructor(diary: Diary, keep: (diary: Diary) => void = () => {}) {
    let breakDown = (_why: string) => {}
    this.broken = new Promise((tell) => (breakDown = tell))
    this.#worker.onerror = ({ message }) => breakDown(message)
    this.taken = new Promise((tell, fail) => {
      void this.broken.then((why) => fail(new Error(why)))
      this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ('problem' in data) return breakDown(data.problem)
        if ('record' in data) {
          this.#records.tell(data)
          return
        }
        if (data.entry) {
          diary.entries.push(data.entry)
          try {
            keep(diary)
          } catch {
            // No room to keep it: the game goes on all the same.
          }
        }
        for (const message of data.messages) this.#messages.tell(message)
        tell()
      }
    })
    this.taken.catch(() => {})
    this.#post({ diary })
  }

  /** Of several who share the device, all but the first name their hand. */
  send(command: Command, hand?: number) {
    // Whoever plays here is always at the table.
    if (command.type !== 'watch' && command.type !== 'leave') this.#post({ command, hand })
  }

  on = (hear: (message: Message) => void) => this.#messages.add(hear)

  onstate(hear: (state: ConnectionState) => void) {
    hear('open')
    return () => {}
  }

  /** Stops the table's clock, and lets it go on. */
  hold = (on: boolean) => this.#post({ hold: on })

  /** Of the finished game. */
  record(): Promise<{ record: string; sidecar: string }> {
    return new Promise((tell) => {
      const stop = this.#records.add((game) => {
        stop()
        tell(game)
      })
      this.#post({ ask: 'record' })
    })
  }

  /** Substitutes play what is left, at once. */
  end(): Promise<void> {
    return new Promise((tell) => {
      const stop = this.on((message) => {
        if (message.type !== 'table' || message.stage !== 'over') return
        stop()
        tell()
      })
      this.#post({ ask: 'end' })
    })
  }

  close() {
    this.#worker.terminate()
  }

  #post(message: ToWorker) {
    this.#worker.postMessage(message)
  }
}
