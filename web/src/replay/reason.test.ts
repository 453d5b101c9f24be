import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { load } from '../../../bindings/wasm/tatami.mjs'
import type { Card, Count, DojoOwn, DojoPosition, Move, OneDojo } from '../protocol'
import type { Variant } from '../dojo/types'

vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('localStorage', { getItem: () => null })
const { settings } = await import('../ui/settings.svelte')
const { dojo, duel } = await import('../dojo/fixtures')
const { reasonsFor } = await import('./reason')

beforeEach(() => void (settings.language = 'en'))

const rules = await load(readFileSync(new URL('../../../build/wasm/tatami.wasm', import.meta.url)))
const count = (dojo: OneDojo, card?: Card) => rules.count(dojo, 'en', card) as Count

const players = ['Aiko', 'Ren'].map((name, seat) => ({
  name,
  me: seat === 0,
  sitter: 'person' as const,
  connected: true,
  away: false,
}))
const mine = dojo('F2 F4\n. B3')
const position = { dojos: [mine, dojo('T1 T2')], duel: null } as unknown as DojoPosition
const own: DojoOwn = { hand: null, drawn: null, dealt: [], placed: null, thrown: null, legal: [] }

const why = (
  chosen: Move,
  best: Move,
  knows: Partial<DojoOwn> = {},
  at: Partial<DojoPosition> = {},
  scores = [20, 22],
  variants: Variant[] = [],
) =>
  reasonsFor(
    {
      seat: 0,
      chosen,
      best,
      options: [
        { event: chosen, win: 0.2, score: scores[0] },
        { event: best, win: 0.3, score: scores[1] },
      ],
    },
    { position: { ...position, ...at }, own: { ...own, ...knows }, players, terms: { edition: 'en', variants }, count },
  )

test('a card that was placed elsewhere: with what it would have lain', () => {
  expect(why({ seat: 0, place: [1, 2] }, { seat: 0, place: [0, 2] }, { hand: 'F3' })).toEqual([
    'There the card lies with 2 foxes in row 1.',
    'As played, nothing in its row or column matches it.',
    'Points at the end, on average: 22.0 instead of 20.0.',
  ])
  expect(why({ seat: 0, place: [1, 0] }, { seat: 0, place: [2, 1] }, { hand: 'B3' })[0]).toBe(
    'There the card lies with 1 green belt in column 2.',
  )
})

test('a card given away, a challenge, an exchange, a trophy', () => {
  expect(why({ seat: 0, give: 1 }, { seat: 0, give: 0 }, { drawn: 'F5' })).toContain(
    'Your dojo already holds 2 foxes: the card fits there.',
  )
  expect(why({ seat: 0, give: 1 }, { seat: 0, give: 0 }, { drawn: 'T1' })).toContain(
    'It helps a rival (Ren), whose dojo already holds 2 tigresses and 1 white belt.',
  )
  const odds = { cards: 50, no_higher: 40, permille: 801 }
  expect(why({ seat: 0, challenge: false }, { seat: 0, challenge: true }, { hand: 'F4', odds })).toContain(
    'The challenge is won 80% of the time (unknown belts no higher: 40 of 50).',
  )
  const swap = { duel: { ...duel, challenger: 0, challenger_card: 'F4', dealer_card: 'C1' } } as Partial<DojoPosition>
  expect(why({ seat: 0, swap: true }, { seat: 0, swap: false }, {}, swap)).toContain(
    'The card (Fox, blue belt (4)) goes with 2 foxes and 1 blue belt of the same dojo.',
  )
})

test('a trophy: what it finds where it hangs, and one that hangs where a card goes', () => {
  const hung = (chosen: object, best: object, at: Partial<DojoPosition> = {}) =>
    why({ seat: 0, trophy_at: chosen } as Move, { seat: 0, trophy_at: best } as Move, {}, at)
  expect(hung({ row: 1 }, { row: 0 })[0]).toBe('There it hangs with 2 foxes in row 1.')
  expect(hung({ row: 0 }, { row: 1 })[0]).toBe('As played, it hangs with 2 foxes in row 1.')
  expect(hung({ column: 0 }, { column: 1 })[0]).toBe('Cards already there: 2; where it was hung: 1.')
  const belts = { dojos: [dojo('F2 F4\n. B4'), dojo('T1')] }
  expect(hung({ column: 0 }, { column: 1 }, belts)[0]).toBe('There it hangs with 2 blue belts in column 2.')

  const broom = { dojos: [dojo('F2 F4\n. B3', { columns: [{ column: 2, trophy: 'broom' }] }), dojo('T1')] }
  expect(why({ seat: 0, place: [1, 0] }, { seat: 0, place: [0, 2] }, { hand: 'F3' }, broom).slice(0, 2)).toEqual([
    'There the card lies with 2 foxes in row 1.',
    'A trophy hangs there (Broom): The three cards of the column may be reordered before scoring.',
  ])
})

test('what the search expects: more points, fewer, or none that count', () => {
  const told = (...scores: number[]) => why({ seat: 0, challenge: true }, { seat: 0, challenge: false }, {}, {}, scores)
  expect(told(20, 20.1)).toEqual(['It changes little in this dojo; the others win less often.'])
  expect(told(21, 20)).toEqual(['It costs points (20.0 on average instead of 21.0), but it costs the others more.'])
})

test('D14: a raccoon goes with any disciple, so the reason counts it', () => {
  const wild = { dojos: [dojo('F2 R4\n. B3'), dojo('T1')] }
  const moved = (card: Card) => why({ seat: 0, place: [1, 2] }, { seat: 0, place: [0, 2] }, { hand: card }, wild)[0]
  expect(moved('F3')).toBe('There the card lies with 2 foxes in row 1, wild cards included.')
  expect(moved('R1')).toBe('There the card lies with 2 foxes in row 1, wild cards included.')
})

test('D16: a Grand Master makes a raccoon of another card, so nothing is alone beside one', () => {
  const rows = [{ row: 0, trophy: 'master' as const }]
  const at = { dojos: [dojo('T2 .\n. B3', { rows }), dojo('T1')] }
  const [first] = why({ seat: 0, place: [1, 0] }, { seat: 0, place: [0, 1] }, { hand: 'F5' }, at)
  expect(first).toBe('There the card lies with 1 fox in row 1, wild cards included.')
})

test('D19: in White Belt a trophy does nothing where it hangs, and the reason says so', () => {
  const broom = { dojos: [dojo('F2 F4\n. B3', { columns: [{ column: 2, trophy: 'broom' }] }), dojo('T1')] }
  const moves = [
    { seat: 0, place: [1, 0] },
    { seat: 0, place: [0, 2] },
  ] as const
  const [, trophy] = why(
    moves[0] as unknown as Move,
    moves[1] as unknown as Move,
    { hand: 'F3' },
    broom,
    [20, 22],
    ['white-belt'],
  )
  expect(trophy).not.toContain('reordered')
})
