import type { Command, Message, Settings } from '../protocol'
import { randomHex } from './chance'
import { listeners, type Line, type LineState } from './line'

export interface Secrets {
  seed: string
  secret: string
}

export type ToWorker = { open: Settings; secrets: Secrets } | { command: Command } | { ask: 'record' }
export type FromWorker = { messages: Message[] } | { record: string; sidecar: string }

const drawn = (): Secrets => ({ seed: randomHex(32), secret: randomHex(32) })

/** A table in this page: the rules and the bots run in a worker, nothing needs a network. */
export class Offline implements Line {
  #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  #messages = listeners<Message>()
  #records = listeners<{ record: string; sidecar: string }>()

  constructor(settings: Settings, secrets = drawn()) {
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('record' in data) this.#records.tell(data)
      else for (const message of data.messages) this.#messages.tell(message)
    }
    this.#post({ open: settings, secrets })
  }

  send(command: Command) {
    // Whoever plays here is always at the table.
    if (command.type !== 'watch' && command.type !== 'leave') this.#post({ command })
  }

  on = (hear: (message: Message) => void) => this.#messages.add(hear)

  onstate(hear: (state: LineState) => void) {
    hear('open')
    return () => {}
  }

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

  close() {
    this.#worker.terminate()
  }

  #post(message: ToWorker) {
    this.#worker.postMessage(message)
  }
}
