import { beforeEach, expect, test, vi } from 'vitest'
import { fixtures } from '../dojo/fixtures'
import type { Command, DojoPosition, Message, Table, TatamokatsuPosition, Update, Verdict } from '../protocol'
import { listeners, type Connection, type ConnectionState } from './connection'
import { TableStore, type Pace } from './table.svelte'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
})
beforeEach(() => kept.clear())

const { position } = fixtures.find(({ name }) => name === 'give, 4')!

function hear(pace?: Pace, id = 'abc') {
  const messages = listeners<Message>()
  const states = listeners<ConnectionState>()
  const sent: Command[] = []
  const connection: Connection = {
    send: (command) => void sent.push(command),
    on: messages.add,
    onstate: states.add,
    close: () => {},
  }
  return { store: new TableStore(connection, id, pace), tell: messages.tell, state: states.tell, sent }
}

const info: Table = {
  type: 'table',
  table: 'abc',
  code: 'KYOTO',
  stage: 'playing',
  settings: { header: { game: 'dojo', players: 4 }, tempo: 'normal' },
  chairs: [],
  you: 0,
  host: true,
  commitment: '',
}
const whole: Message = { type: 'position', table: 'abc', seq: 7, time_left: null, dojo: position }
const update = (more: Partial<Update>): Update => ({
  type: 'update',
  table: 'abc',
  seq: 8,
  time_left: null,
  events: [],
  ...more,
})

test('every new connection watches the table again', () => {
  const { sent, state } = hear()
  state('open')
  state('lost')
  state('open')
  expect(sent).toEqual(Array(2).fill({ type: 'watch', table: 'abc' }))
})

test('an update changes the fields it names, and what I know is replaced', () => {
  const { store, tell } = hear()
  tell(info)
  tell(whole)
  const own = { hand: 'M3', drawn: null, dealt: [], placed: null, thrown: null, legal: [] } as const
  tell(update({ dojo: { round: 5 }, dojo_own: { ...own, dealt: [], legal: [] } }))
  expect(store.dojo).toEqual({ ...position, round: 5 })
  expect(store.own?.hand).toBe('M3')
  expect(store.seq).toBe(8)
  tell(update({ seq: 9 }))
  expect(store.own).toBeNull()
})

test('a move carries the seq it was made at', () => {
  const { store, tell, sent } = hear()
  tell(info)
  tell(whole)
  store.act({ seat: 0, challenge: true })
  expect(sent).toEqual([{ type: 'act', table: 'abc', seq: 7, move: { seat: 0, challenge: true } }])
})

test('a table found by its code is called by its id from then on', () => {
  const { store, tell, sent } = hear(undefined, 'kyoto')
  tell(info)
  store.say({ type: 'start' })
  expect(store.info?.table).toBe('abc')
  expect(sent).toEqual([{ type: 'start', table: 'abc' }])
})

test('other tables are none of my business', () => {
  const { store, tell } = hear()
  tell({ ...info, table: 'xyz', code: 'OSAKA' })
  expect(store.info).toBeNull()
})

test('what follows a great moment waits for it, and can be hurried', () => {
  vi.useFakeTimers()
  const { store, tell } = hear(({ events }) => (events.length > 0 ? 1000 : 0))
  const rounds = () => (store.dojo as DojoPosition).round
  tell(info)
  tell(whole)
  tell(update({ dojo: { round: 5 }, events: [{ seat: 1, challenge: true }] }))
  tell(update({ seq: 9, dojo: { round: 6 }, events: [{ seat: 1, swap: true }] }))
  tell({ ...info, stage: 'over' })
  expect([rounds(), store.info?.stage]).toEqual([5, 'playing'])
  vi.advanceTimersByTime(1000)
  expect(rounds()).toBe(6)
  expect(store.skip()).toBe(true)
  expect(store.info?.stage).toBe('over')
  expect(store.skip()).toBe(false)
  vi.useRealTimers()
})

test('a refusal is kept until the next word; being late is none', () => {
  const { store, tell } = hear()
  tell(info)
  tell({ type: 'refused', command: 'act', table: 'abc', why: 'stale', text: '' })
  expect(store.refused).toBeNull()
  tell({ type: 'refused', command: 'start', table: 'abc', why: 'empty_chairs', text: '' })
  expect(store.refused?.why).toBe('empty_chairs')
  store.say({ type: 'start' })
  expect(store.refused).toBeNull()
})

test('a table that is not there says so without a name', () => {
  const { store, tell } = hear()
  tell({ type: 'refused', command: 'watch', why: 'no_such_table', text: '' })
  expect(store.refused?.why).toBe('no_such_table')
})

test('a whole position brings what happened since its dice fell, and nothing of before stays', () => {
  const { store, tell } = hear()
  tell(info)
  const calm = { phase: 'roll', roller: 1, to_act: [] } as unknown as TatamokatsuPosition
  const verdict: Verdict = { type: 'verdict', table: 'abc', seq: 5, reactions: [], waited: 0, losses: [], tied: [] }
  tell({
    type: 'position',
    table: 'abc',
    seq: 5,
    time_left: null,
    tatamokatsu: calm,
    since: [{ roll: ['1', 'X', '6'] }],
  })
  tell(verdict)
  tell({ type: 'heard', table: 'abc', seat: 1, deed: 'shout' })
  expect(store.since).toEqual([{ roll: ['1', 'X', '6'] }])
  expect(store.verdict).toEqual(verdict)
  tell({
    type: 'position',
    table: 'abc',
    seq: 9,
    time_left: null,
    tatamokatsu: calm,
    since: [{ roll: ['X', '2', '1'] }],
  })
  expect(store.since).toEqual([{ roll: ['X', '2', '1'] }])
  expect(store.verdict).toBeNull()
  expect(store.heard).toEqual([])
})

test('chat and cries', () => {
  const { store, tell } = hear()
  tell(info)
  tell({ type: 'said', table: 'abc', number: 1, seat: 1, name: 'Aiko', text: 'Hai' })
  tell({ type: 'called', table: 'abc', seat: 1, cry: 'hai' })
  tell({ type: 'called', table: 'abc', seat: 1, cry: 'bow' })
  tell({ type: 'said', table: 'abc', number: 2, seat: 0, name: 'Bo', text: 'Banzai' })
  expect(store.chat.map(({ text }) => text)).toEqual(['Hai', 'Banzai'])
  tell({ type: 'unsaid', table: 'abc', numbers: [1, 3] })
  expect(store.chat.map(({ text }) => text)).toEqual(['Banzai'])
  expect(store.cries.map(({ cry }) => cry)).toEqual(['bow'])
})

test('who is muted stays so on a new connection and in a new page', () => {
  const once = hear()
  once.tell(info)
  once.store.mute(1, true)
  once.state('open')
  const mute = { type: 'mute', table: 'abc', seat: 1, on: true }
  expect(once.sent).toEqual([mute, { type: 'watch', table: 'abc' }, mute])

  const again = hear()
  again.tell(info)
  expect(again.store.muted).toEqual([1])
  expect(again.sent).toEqual([mute])
  again.tell({ type: 'said', table: 'abc', number: 1, seat: 1, name: 'Aiko', text: 'Hai' })
  again.tell({ type: 'called', table: 'abc', seat: 1, cry: 'hai' })
  again.tell({ type: 'said', table: 'abc', number: 2, seat: null, name: '', text: 'Bow' })
  expect(again.store.chat.map(({ text }) => text)).toEqual(['Bow'])
  expect(again.store.cries).toEqual([])

  again.store.mute(null, true)
  expect(again.sent.at(-1)).toEqual({ type: 'mute', table: 'abc', on: true })
  again.tell({ type: 'said', table: 'abc', number: 3, seat: null, name: '', text: 'Psst' })
  expect(again.store.chat.map(({ text }) => text)).toEqual(['Bow'])
  again.store.mute(null, false)

  again.store.mute(1, false)
  expect(hear().store.muted).toEqual([])
  const last = hear()
  last.tell(info)
  expect(last.store.muted).toEqual([])
})

test('what is said is counted beyond what is kept, and once on a new connection', () => {
  const { store, tell, state } = hear()
  tell(info)
  const say = (n: number) => tell({ type: 'said', table: 'abc', number: n, seat: null, name: 'Bo', text: String(n) })
  for (let n = 1; n <= 230; ++n) say(n)
  expect(store.chat).toHaveLength(100)
  expect(store.said).toBe(230)
  state('lost')
  state('open')
  for (let n = 131; n <= 230; ++n) say(n)
  expect(store.said).toBe(230)
  say(231)
  expect(store.said).toBe(231)
})

test('my turn: a decision or a throw of mine, and not while the dice are in the air', () => {
  const { store, tell } = hear()
  const own = { hand: null, drawn: null, dealt: [], placed: null, thrown: null }
  tell(info)
  tell(whole)
  expect(store.myTurn).toBe(false)
  tell(update({ dojo_own: { ...own, legal: [{ seat: 0, give: 1 }] } }))
  expect(store.myTurn).toBe(true)
  store.act({ seat: 0, give: 1 })
  expect(store.myTurn).toBe(false)

  const fingers = hear()
  const at = (tatamokatsu: Partial<TatamokatsuPosition>) => fingers.tell(update({ tatamokatsu }))
  fingers.tell(info)
  at({ phase: 'roll', roller: 1, throws: 1, to_act: [] })
  expect(fingers.store.myTurn).toBe(false)
  at({ roller: 0, throws: 0 })
  expect(fingers.store.myTurn).toBe(true)
  fingers.tell({ type: 'rolling', table: 'abc' })
  expect(fingers.store.myTurn).toBe(false)
  at({ phase: 'pay', throws: null, to_act: [0] })
  expect(fingers.store.myTurn).toBe(true)
  fingers.tell({ ...info, you: null })
  expect(fingers.store.myTurn, 'a spectator').toBe(false)
})
