import { version, type Command, type Message } from '../protocol'
import { listeners, type Connection, type ConnectionState } from './connection'

/** What changes when pages and servers of before and after would misunderstand each other. */
const ours = Number(version.split('.')[0])
const firstPause = 500
const longestPause = 15_000
/** So long somebody who was spoken to may be silent, and then again when asked whether they are there. */
export const patience = 4000
/** And so long somebody who was not. */
export const silence = 15_000
/** These mean the connection they are said on: whoever still wants them says them anew on the next. */
const ofOneLine: readonly Command['type'][] = ['watch', 'leave', 'mute', 'lobby', 'look']

/**
 * A connection to the server. When it is lost it is dialled again, after longer and longer pauses; every
 * new connection begins with `welcome`. What is said meanwhile waits; moves carry their seq, so a late
 * one is refused rather than misunderstood.
 *
 * A connection may die without a word, as when a phone changes its network. So whoever is silent for long
 * is asked for the lobby, which is always answered.
 */
export class Socket implements Connection {
  #address: string
  #socket: WebSocket | undefined
  #waiting: Command[] = []
  /** Said since anything was heard. */
  #unanswered: Command[] = []
  #inLobby = false
  #pause = firstPause
  #timer: ReturnType<typeof setTimeout> | undefined
  #doubt: ReturnType<typeof setTimeout> | undefined
  #state: ConnectionState = 'opening'
  #closed = false
  #messages = listeners<Message>()
  #states = listeners<ConnectionState>()

  constructor(address: string) {
    this.#address = address
    this.#dial()
  }

  send(command: Command) {
    if (command.type === 'lobby') this.#inLobby = command.on
    if (this.#state !== 'open') {
      if (!ofOneLine.includes(command.type)) this.#waiting.push(command)
      return
    }
    this.#say(command)
    if (this.#unanswered.push(command) === 1) this.#doubtIn(patience, () => this.ask())
  }

  on = (hear: (message: Message) => void) => this.#messages.add(hear)

  onstate(hear: (state: ConnectionState) => void) {
    hear(this.#state)
    return this.#states.add(hear)
  }

  /** Tries at once: the device says that it has a network again, or somebody looks. */
  hurry() {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#dial()
  }

  /** Whether anybody is there. */
  ask() {
    if (this.#state !== 'open') return this.hurry()
    this.#say({ type: 'lobby', on: true })
    if (!this.#inLobby) this.#say({ type: 'lobby', on: false })
    this.#doubtIn(patience, () => this.drop())
  }

  /** Nobody is: waits for no goodbye. */
  drop() {
    if (this.#timer !== undefined) return
    const socket = this.#socket!
    socket.onmessage = socket.onclose = null
    socket.close()
    this.#lost()
  }

  close() {
    this.#closed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#doubt)
    this.#socket?.close()
  }

  #say(command: Command) {
    this.#socket!.send(JSON.stringify(command))
  }

  #dial() {
    this.#timer = undefined
    const socket = new WebSocket(`${this.#address}?protocol=${version}`)
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data as string) as Message)
    socket.onclose = () => this.#lost()
    this.#doubtIn(2 * patience, () => this.drop())
  }

  #hear(message: Message) {
    this.#unanswered = []
    this.#doubtIn(silence, () => this.ask())
    if (message.type === 'welcome' && message.protocol !== ours) {
      this.close()
      return this.#become('outdated')
    }
    if (message.type === 'farewell') this.#become('closing')
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
    clearTimeout(this.#doubt)
    if (this.#closed) return
    // A decision that nobody heard is said again, as is the wish for a table.
    this.#waiting.unshift(...this.#unanswered.splice(0).filter(({ type }) => type === 'act' || type === 'open'))
    if (this.#state !== 'closing') this.#become('lost')
    this.#timer = setTimeout(() => this.#dial(), this.#pause)
    this.#pause = Math.min(2 * this.#pause, longestPause)
  }

  #doubtIn(ms: number, then: () => void) {
    clearTimeout(this.#doubt)
    this.#doubt = setTimeout(then, ms)
  }

  #become(state: ConnectionState) {
    if (state === this.#state) return
    this.#state = state
    this.#states.tell(state)
  }
}
