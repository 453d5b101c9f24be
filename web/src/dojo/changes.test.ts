import { expect, test, vi } from 'vitest'
import type { DojoPosition } from '../protocol'
import { dojo, duel, fixtures } from './fixtures'

vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('localStorage', { getItem: () => null })
const { changes, told: toldOf } = await import('./changes')

const { players, edition, position, own } = fixtures.find(({ name }) => name === 'give, 4')!
const at = (more: Partial<DojoPosition>) => ({ position: { ...position, ...more }, own, players, edition })
const told = (before: Partial<DojoPosition>, after: Partial<DojoPosition>) => changes(at(before), at(after))

test('nothing new, nothing said', () => {
  expect(told({}, {})).toEqual([])
})

test('a card given', () => {
  expect(told({ giving_order: [2] }, { giving_order: [2, 1] })).toEqual(['Bastien gets card number 2.'])
})

test('a pass', () => {
  expect(told({ phase: 'ask', to_act: [1] }, { phase: 'ask', to_act: [2] })).toEqual(['Bastien passes.'])
})

test('a challenge and its end', () => {
  expect(told({ phase: 'ask', to_act: [2] }, { phase: 'swap', to_act: [2], duel: { ...duel, winner: 2 } })).toEqual([
    'Chiyo challenges Aiko: Tigress, blue belt (4) against Bear, blue belt (4).',
    'Chiyo wins the challenge and the trophy (Incense).',
  ])
  expect(told({ duel: { ...duel, winner: 2 } }, { duel: { ...duel, winner: 2, swapped: true } })).toEqual([
    'The cards are exchanged.',
  ])
})

test('throws are told when both are known', () => {
  expect(told({ duel }, { duel: { ...duel, challenger_throws: ['rock'], dealer_throws: ['paper'] } })).toEqual([
    'Chiyo: Rock. Aiko: Paper.',
  ])
})

test('cards and trophies that came to a dojo', () => {
  const rest = position.dojos.slice(1)
  expect(
    told(
      { dojos: [dojo('M3'), ...rest] },
      { dojos: [dojo('M3\nF1', { rows: [{ row: 1, trophy: 'incense' }] }), ...rest] },
    ),
  ).toEqual(['Aiko: Fox, white belt (1), row 2, column 1.', 'Aiko hangs the trophy (Incense) at row 2.'])
})

test('read later, rows and columns are those of the dojo as it lies now', () => {
  const [first, later] = [dojo('M3'), dojo('F1 M3', {}, { row: 0, column: -1 })]
  const rest = position.dojos.slice(1)
  const [before, after] = [at({ dojos: [dojo('.'), ...rest] }), at({ dojos: [first, ...rest] })]
  const said = (now?: typeof rest) => toldOf(before, after, now).map(({ text }) => text)
  expect(said()).toEqual(['Aiko: Monkey, green belt (3), row 1, column 1.'])
  expect(said([later, ...rest])).toEqual(['Aiko: Monkey, green belt (3), row 1, column 2.'])
})

test('a new round', () => {
  expect(told({ round: 4, giving_order: [0, 1] }, { round: 5, dealer: 1, giving_order: [] })).toEqual([
    'Round 5. Bastien deals.',
  ])
})

test('what I do is told to me in the second person', () => {
  const mine = (me: number, before: Partial<DojoPosition>, after: Partial<DojoPosition>) => {
    const seen = (more: Partial<DojoPosition>) => ({
      ...at(more),
      players: players.map((player, seat) => ({ ...player, name: seat === me ? 'You' : player.name, me: seat === me })),
    })
    return changes(seen(before), seen(after))
  }
  const asked: Partial<DojoPosition> = { phase: 'ask', to_act: [2] }
  const won: Partial<DojoPosition> = { phase: 'swap', to_act: [2], duel: { ...duel, winner: 2 } }
  expect(mine(2, asked, won)).toEqual([
    'You challenge Aiko: Tigress, blue belt (4) against Bear, blue belt (4).',
    'You win the challenge and the trophy (Incense).',
  ])
  expect(mine(0, asked, won)).toEqual([
    'Chiyo challenges you: Tigress, blue belt (4) against Bear, blue belt (4).',
    'Chiyo wins the challenge and the trophy (Incense).',
  ])
  expect(mine(2, asked, { phase: 'ask', to_act: [3] })).toEqual(['You pass.'])
  expect(mine(1, { giving_order: [2] }, { giving_order: [2, 1] })).toEqual(['You get card number 2.'])
  expect(mine(1, { round: 4 }, { round: 5, dealer: 1, giving_order: [] })).toEqual(['Round 5. You deal.'])
})

test('nobody deals a round whose cards are dealt at random', () => {
  const dojos = [...position.dojos, dojo('.')]
  const last: Partial<DojoPosition> = { round: 12, dealer: 1, phase: 'train', giving_order: [] }
  expect(told({ round: 11, dojos }, { ...last, dojos })).toEqual(['Round 12.'])
  expect(told({ round: 11 }, last), 'with four players somebody does').toEqual(['Round 12. Bastien deals.'])
})

test('in Black Belt the sums are told, and where each thing is to be seen', () => {
  const over = { ...duel, challenger_throws: ['rock'], dealer_throws: ['paper'], dealer_wins: 1, winner: 0 } as const
  const said = toldOf(
    at({ duel, phase: 'throws' }),
    at({ duel: { ...over, challenger_throws: ['rock'], dealer_throws: ['paper'] } }),
  )
  expect(said.map(({ text, seat }) => [text, seat])).toEqual([
    ['Chiyo: Rock. Aiko: Paper.', undefined],
    ['4 + 0 against 4 + 1.', undefined],
    ['Aiko wins the challenge and the trophy (Incense).', 0],
  ])
})

test('a trophy that finds no place is told', () => {
  expect(told({}, { box: { broom: 1 } })).toEqual(['The trophy (Broom) has no place and goes back to the box.'])
})

test('what ends a round belongs to it, what begins the next does not', () => {
  const rest = position.dojos.slice(1)
  const said = toldOf(at({ dojos: [dojo('.'), ...rest], round: 3 }), at({ dojos: [dojo('M3'), ...rest], round: 4 }))
  expect(said.map(({ round, seat, row }) => [round, seat, row])).toEqual([
    [3, 0, 0],
    [4, 0, undefined],
    [4, 2, undefined],
  ])
})
