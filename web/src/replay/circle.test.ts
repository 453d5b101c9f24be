import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listeners, type Connection, type ConnectionState } from '../connection/connection'
import type { Command, Message } from '../protocol'
import { Circle, circleIn, pause, withCircle } from './circle.svelte'

function wire() {
  const messages = listeners<Message>()
  const states = listeners<ConnectionState>()
  const sent: Command[] = []
  const connection: Connection = {
    send: (command) => void sent.push(command),
    on: messages.add,
    onstate: (hear) => (hear('open'), states.add(hear)),
    close: () => {},
  }
  const hear = (more: object) => messages.tell({ type: 'looking', circle: 'tree', people: 2, ...more } as Message)
  return { connection, sent, hear, state: states.tell, tell: messages.tell }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('whoever comes sees what is shown, and by whom', () => {
  const { connection, sent, hear } = wire()
  const seen: number[] = []
  const circle = new Circle(connection, 'tree', (line) => seen.push(line))
  expect(sent).toEqual([{ type: 'look', circle: 'tree' }])
  hear({ people: 3, line: 57, by: 'Hana' })
  hear({ people: 4 })
  hear({ circle: 'pond', people: 9, line: 1 })
  expect(seen).toEqual([57])
  expect(circle.people).toBe(4)
  expect(circle.shownBy).toEqual({ name: 'Hana' })
  circle.leave()
  hear({ line: 58 })
  expect(seen).toEqual([57])
  expect(sent.at(-1)).toEqual({ type: 'look', circle: '' })
})

test('of two who step at once both end where the later of them was', () => {
  const { connection, sent, hear } = wire()
  const seen: number[] = []
  const circle = new Circle(connection, 'tree', (line) => seen.push(line))
  circle.step(20)
  hear({ line: 10, by: 'Hana' })
  hear({ line: 20, by: 'Ren', you: true })
  expect(seen, 'mine was later').toEqual([])
  expect(circle.shownBy).toBe('me')
  vi.advanceTimersByTime(pause)
  circle.step(21)
  hear({ line: 21, by: 'Ren', you: true })
  hear({ line: 11, by: 'Hana' })
  expect(seen, 'theirs was later').toEqual([11])
  expect(sent.filter((each) => each.type === 'look' && each.line !== undefined)).toHaveLength(2)
})

test('a slider says no more than can be seen, and where it stopped', () => {
  const { connection, sent, hear } = wire()
  const circle = new Circle(connection, 'tree', () => {}, 1)
  for (let line = 2; line <= 50; ++line) circle.step(line)
  expect(sent).toEqual([{ type: 'look', circle: 'tree', line: 1 }])
  vi.advanceTimersByTime(pause)
  expect(sent.at(-1)).toEqual({ type: 'look', circle: 'tree', line: 50 })
  hear({ line: 1, you: true })
  expect(circle.shownBy, 'not answered yet').toBeNull()
  hear({ line: 50, you: true })
  expect(circle.shownBy).toBe('me')
})

test('a new connection enters again, and a refusal ends the waiting', () => {
  const { connection, sent, hear, state, tell } = wire()
  const seen: number[] = []
  const circle = new Circle(connection, 'tree', (line) => seen.push(line))
  circle.step(5)
  state('lost')
  state('open')
  expect(sent.at(-1)).toEqual({ type: 'look', circle: 'tree' })
  hear({ line: 4 })
  expect(seen).toEqual([4])
  vi.advanceTimersByTime(pause)
  circle.step(6)
  hear({ line: 5, by: '' })
  expect(seen).toEqual([4])
  tell({ type: 'refused', command: '', why: 'too_fast', text: '' })
  hear({ line: 7, by: '' })
  expect(seen).toEqual([4, 7])
})

test('an address names a circle', () => {
  expect(circleIn('?game=1&together=q7f2k9xw3m5t')).toBe('q7f2k9xw3m5t')
  for (const none of ['', '?together=', '?together=a%20b', `?together=${'x'.repeat(33)}`])
    expect(circleIn(none)).toBeNull()
  expect(withCircle('/replay/abc?name=A%20B&review#5~xyz', 'tree')).toBe(
    '/replay/abc?name=A%20B&review&together=tree#5~xyz',
  )
  expect(withCircle('/replay?opened&together=tree#5', null)).toBe('/replay?opened#5')
  expect(withCircle('https://there/replay?together=tree#5', null)).toBe('/replay#5')
})
