import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { version, type Command } from '../protocol'
import type { ConnectionState } from './connection'
import { patience, silence, Socket } from './socket'

class Wire {
  static all: Wire[] = []
  sent: Command[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  constructor(readonly address: string) {
    Wire.all.push(this)
  }
  send = (text: string) => void this.sent.push(JSON.parse(text) as Command)
  close = () => {} // a dead connection never says goodbye
  hear = (message: object) => this.onmessage?.({ data: JSON.stringify(message) })
}
const ours = Number(version.split('.')[0])
const welcome = { type: 'welcome', protocol: ours, version, name: '' }
const act: Command = { type: 'act', table: 'abc', seq: 7, move: { seat: 0, challenge: true } }

function dial() {
  const connection = new Socket('ws://hall/ws')
  const states: ConnectionState[] = []
  connection.onstate((state) => states.push(state))
  Wire.all[0]!.hear(welcome)
  return { connection, states, wire: Wire.all[0]! }
}

beforeEach(() => {
  Wire.all = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Wire)
})
afterEach(() => vi.useRealTimers())

test('whoever does not answer for eight seconds is lost, and the decision is said again', () => {
  const { connection, states, wire } = dial()
  connection.send(act)
  vi.advanceTimersByTime(2 * patience - 1)
  expect(states).toEqual(['opening', 'open'])
  vi.advanceTimersByTime(1)
  expect(states.at(-1)).toBe('lost')
  vi.advanceTimersByTime(500)
  expect(Wire.all).toHaveLength(2)
  Wire.all[1]!.hear(welcome)
  expect(states.at(-1)).toBe('open')
  expect(Wire.all[1]!.sent).toEqual([act])
  // The old connection is not listened to any more.
  wire.hear({ type: 'farewell', why: '' })
  expect(states.at(-1)).toBe('open')
})

test('any message is a sign of life, and what was heard is not said again', () => {
  const { connection, states, wire } = dial()
  connection.send(act)
  vi.advanceTimersByTime(patience)
  wire.hear({ type: 'lobby_list', tables: [] })
  vi.advanceTimersByTime(patience)
  expect(states.at(-1)).toBe('open')
  connection.drop()
  vi.advanceTimersByTime(500)
  Wire.all[1]!.hear(welcome)
  expect(Wire.all[1]!.sent).toEqual([])
})

test('a silent server is asked for the lobby, which one in the lobby does not leave', () => {
  const { connection, wire, states } = dial()
  vi.advanceTimersByTime(silence)
  expect(wire.sent).toEqual([
    { type: 'lobby', on: true },
    { type: 'lobby', on: false },
  ])
  wire.hear({ type: 'lobby_list', tables: [] })
  connection.send({ type: 'lobby', on: true })
  wire.hear({ type: 'lobby_list', tables: [] })
  vi.advanceTimersByTime(silence)
  expect(wire.sent.at(-1)).toEqual({ type: 'lobby', on: true })
  vi.advanceTimersByTime(patience)
  expect(states.at(-1)).toBe('lost')
})

test('a server that takes the connection but says nothing is dialled again', () => {
  const { connection } = dial()
  connection.drop()
  vi.advanceTimersByTime(500)
  expect(Wire.all).toHaveLength(2)
  vi.advanceTimersByTime(2 * patience + 1000)
  expect(Wire.all).toHaveLength(3)
})

test('who leaves while the connection is lost, and comes back, is not shown out again', () => {
  const { connection } = dial()
  connection.drop()
  connection.send({ type: 'leave', table: 'abc' })
  connection.send({ type: 'lobby', on: false })
  connection.onstate((state) => {
    if (state === 'open') connection.send({ type: 'watch', table: 'abc' })
  })
  vi.advanceTimersByTime(500)
  Wire.all[1]!.hear(welcome)
  expect(Wire.all[1]!.sent).toEqual([{ type: 'watch', table: 'abc' }])
})

test('a server that speaks another version is not dialled again', () => {
  const connection = new Socket('ws://hall/ws')
  const states: ConnectionState[] = []
  const heard: string[] = []
  connection.onstate((state) => states.push(state))
  connection.on(({ type }) => heard.push(type))
  connection.send(act)
  const wire = Wire.all[0]!
  expect(wire.address).toMatch(/^ws:\/\/hall\/ws\?protocol=\d+\.\d+\.\d+$/)
  wire.hear({ ...welcome, protocol: ours + 1 })
  wire.onclose!()
  connection.hurry()
  connection.ask()
  connection.drop()
  vi.advanceTimersByTime(60_000)
  expect(states).toEqual(['opening', 'outdated'])
  expect(Wire.all).toHaveLength(1)
  expect(wire.sent).toEqual([])
  expect(heard).toEqual([])
})

test('a farewell is remembered until the server is back', () => {
  const { states, wire } = dial()
  wire.hear({ type: 'farewell', why: 'closing' })
  wire.onclose!()
  expect(states.at(-1)).toBe('closing')
  vi.advanceTimersByTime(500)
  Wire.all[1]!.hear(welcome)
  expect(states).toEqual(['opening', 'open', 'closing', 'open'])
})
