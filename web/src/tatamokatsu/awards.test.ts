import { expect, test } from 'vitest'
import type { Loss, Reaction, Verdict } from '../protocol'
import { awardsOf } from './awards'

const did = (seat: number, deed: Reaction['deed'], at: number, counted = true): Reaction => ({
  seat,
  deed,
  at,
  arrived: at,
  credit: 0,
  uncertainty: 0,
  counted,
})
const verdict = (reactions: Reaction[], losses: Loss[] = []): Verdict => ({
  type: 'verdict',
  table: 't',
  seq: 1,
  reactions,
  waited: 0,
  losses,
  tied: [],
})
const game = (verdicts: Verdict[], events: object[] = []) => ({
  record: [{ game: 'tatamokatsu' }, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''),
  sidecar: JSON.stringify({ verdicts }),
})

test('a quick shout for nothing is a false alarm and no fast one', () => {
  const awards = awardsOf(
    game([
      verdict([did(0, 'shout', 300)], [{ seat: 0, because: 'shout' }]),
      verdict([did(1, 'shout', 510), did(2, 'shout', 522, false), did(0, 'shout', 800, false)]),
      verdict([did(2, 'shout', 480), did(1, 'shout', 600, false)]),
    ]),
  )
  expect(awards.fastest).toEqual({ seat: 2, ms: 480 })
  expect(awards.closest).toEqual({ seats: [1, 2], at: [510, 522], ms: 12 })
  expect(awards.falseAlarm).toEqual({ seat: 0, deed: 'shout', ms: 300 })
  expect(awards.returned).toBeUndefined()
})

test('fingers that came back are counted, whoever they belong to', () => {
  const recover = (seat: number) => ({ seat, choose: 'recover', finger: 'thumb' })
  expect(awardsOf(game([], [recover(1), recover(0), recover(1)])).returned).toEqual({ seat: 1, fingers: 2 })
})

test('a game without a race has none', () => {
  expect(awardsOf(game([verdict([did(0, 'salute', 400)])]))).toEqual({})
  expect(awardsOf({ record: '{"game":"tatamokatsu"}\n', sidecar: null })).toEqual({})
})
