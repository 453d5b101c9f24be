import type { Command, Message } from '../protocol'
import { listeners, type Line, type LineState } from './line'

const firstPause = 500
const longestPause = 15_000

/**
 * A line to the server. When it is lost it is dialled again, after longer and longer pauses; every
 * new line begins with `welcome`. What is said meanwhile waits; moves carry their seq, so a late
 * one is refused rather than misunderstood.
 */
export class Socket implements Line {
  #address: string
  #socket: WebSocket | undefined
  #waiting: Command[] = []
  #pause = firstPause
  #timer: ReturnType<typeof setTimeout> | undefined
  #state: LineState = 'opening'
  #closed = false
  #messages = listeners<Message>()
  #states = listeners<LineState>()

  constructor(address: string) {
    this.#address = address
    this.#dial()
  }

  send(command: Command) {
    if (this.#state === 'open') this.#socket!.send(JSON.stringify(command))
    else this.#waiting.push(command)
  }

  on = (hear: (message: Message) => void) => this.#messages.add(hear)

  onstate(hear: (state: LineState) => void) {
    hear(this.#state)
    return this.#states.add(hear)
  }

  /** Tries at once: the device says that it has a network again. */
  hurry() {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#dial()
  }

  close() {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#socket?.close()
  }

  #dial() {
    this.#timer = undefined
    const socket = new WebSocket(this.#address)
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data as string) as Message)
    socket.onclose = () => this.#lost()
  }

  #hear(message: Message) {
    if (message.type === 'welcome' && this.#state !== 'open') {
      this.#pause = firstPause
      this.#become('open')
      this.#messages.tell(message)
      for (const command of this.#waiting.splice(0)) this.send(command)
    } else {
      this.#messages.tell(message)
    }
  }

  #lost() {
    if (this.#closed) return
    this.#become('lost')
    this.#timer = setTimeout(() => this.#dial(), this.#pause)
    this.#pause = Math.min(2 * this.#pause, longestPause)
  }

  #become(state: LineState) {
    if (state === this.#state) return
    this.#state = state
    this.#states.tell(state)
  }
}
