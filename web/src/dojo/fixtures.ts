// Positions made by hand, for the gallery: one of every phase.

import type { Card, Duel, DojoOwn, DojoPosition, GameEvent, OneDojo, Seat, Trophy } from '../protocol'
import type { Edition, Player, Variant } from './types'

/** Rows of cards, a dot for none; `from` names the first row and column. */
export function dojo(text: string, more: Partial<OneDojo> = {}, from = { row: 0, column: 0 }): OneDojo {
  const cards = text
    .split('\n')
    .flatMap((line, r) =>
      line
        .split(' ')
        .flatMap((card, c) =>
          card === '.' ? [] : [{ row: r + from.row, column: c + from.column, card: card as Card }],
        ),
    )
  return { cards, rows: [], columns: [], held: {}, challenges_won: 0, worth: 0, ...more }
}

export interface Fixture {
  name: string
  players: Player[]
  me: Seat | null
  edition: Edition
  variants: Variant[]
  position: DojoPosition
  own: DojoOwn | null
  /** What has just happened: a moment to look at. */
  events?: GameEvent[]
  /** Every decision is explained. */
  coached?: boolean
}

const noTrophies: Record<Trophy, number> = { master: 0, incense: 0, assistant: 0, belt: 0, kimono: 0, broom: 0 }
const names = ['Aiko', 'Bastien', 'Chiyo', 'Diego', 'Emi']
const people = (n: number): Player[] =>
  names.slice(0, n).map((name, i) => ({ name, sitter: i > 2 ? 'bot' : 'person', connected: i !== 1, away: i === 2 }))

const early = [
  dojo('M3 F3\n. R5', { columns: [{ column: 1, trophy: 'kimono' }], challenges_won: 1 }),
  dojo('B1 B4 C4', {}, { row: 0, column: -1 }),
  dojo('T2\nT5\nM5', {}, { row: -1, column: 0 }),
  dojo('C1 R4\nC2 .', {}, { row: 0, column: -1 }),
  dojo('F5 F1 .\n. B3 .'),
]
const late = [
  dojo('M3 F3 T1 .\nB2 R5 M5 M1\nT4 B3 F5 R2', {
    rows: [{ row: 1, trophy: 'master' }],
    columns: [{ column: 1, trophy: 'kimono' }],
    challenges_won: 2,
  }),
  dojo('B1 B4 C4 C5\nF2 B5 C3 .\nR1 M4 C1 T2', {
    rows: [{ row: 0, trophy: 'incense' }],
    challenges_won: 1,
  }),
  dojo('T2 F1 F4 M2\nT5 R3 T3 B5\n. F2 C2 M4', {
    columns: [{ column: 2, trophy: 'broom' }],
    challenges_won: 1,
  }),
  dojo('C1 R4 M1 B2\nC2 T1 . T4\nF3 F5 B3 C5', { rows: [{ row: 2, trophy: 'assistant' }] }),
  dojo('F5 F1 B1 M5\n. B3 T3 C3\nM3 R5 R2 T5', { columns: [{ column: 0, trophy: 'belt' }] }),
]

/** A round before the end; two trophies hang side by side. */
const nearly = late.map((one, seat) => ({
  ...one,
  cards: one.cards.filter((_, i) => i !== 6),
  columns: seat === 2 ? [{ column: 1, trophy: 'kimono' as const }, ...one.columns] : one.columns,
}))

function position(players: number, dojos: OneDojo[], more: Partial<DojoPosition>): DojoPosition {
  return {
    phase: 'give',
    round: dojos === late ? 12 : 4,
    dealer: 0,
    to_act: [],
    holding: [],
    giving_order: [],
    face_up: 'incense',
    prize: null,
    duel: null,
    deck_size: 44,
    pool: {},
    pile: noTrophies,
    box: noTrophies,
    dojos: dojos.slice(0, players),
    ...more,
  }
}

const own = (more: Partial<DojoOwn>): DojoOwn => ({
  drawn: null,
  hand: null,
  dealt: [],
  placed: null,
  thrown: null,
  legal: [],
  ...more,
})
const everybody = (n: number) => Array.from({ length: n }, (_, seat) => seat)
export const duel: Duel = {
  challenger: 2,
  challenger_card: 'T4',
  dealer_card: 'B4',
  challenger_throws: [],
  dealer_throws: [],
  challenger_wins: 0,
  dealer_wins: 0,
  winner: null,
  swapped: false,
}

const table = (
  name: string,
  n: number,
  at: Partial<DojoPosition>,
  mine: Partial<DojoOwn> | null,
  more: Partial<Fixture> = {},
): Fixture => ({
  name,
  players: people(n),
  me: mine ? 0 : null,
  edition: 'fr',
  variants: [],
  position: position(n, early, at),
  own: mine && own(mine),
  ...more,
})

const places = [
  [-1, 0],
  [-1, 1],
  [0, -1],
  [0, 2],
  [1, 0],
  [1, 2],
  [2, 1],
] as const

export const fixtures: Fixture[] = [
  table(
    'give, 5, coached',
    5,
    { phase: 'give', to_act: [0] },
    { drawn: 'B5', legal: everybody(5).map((give) => ({ seat: 0, give })) },
    { coached: true },
  ),
  table(
    'give, 4',
    4,
    { phase: 'give', to_act: [0], holding: [2], giving_order: [2] },
    {
      drawn: 'R4',
      dealt: [null, null, 'T4', null],
      legal: [0, 1, 3].map((give) => ({ seat: 0, give })),
    },
  ),
  table(
    'ask, 3',
    3,
    { phase: 'ask', dealer: 1, to_act: [0], holding: [0, 1, 2], giving_order: [2, 0, 1], face_up: 'broom' },
    {
      hand: 'C4',
      legal: [true, false].map((challenge) => ({ seat: 0, challenge })),
    },
  ),
  table(
    'throws, 5',
    5,
    {
      phase: 'throws',
      to_act: [0, 2],
      holding: [0, 1, 2, 3, 4],
      giving_order: [2, 0, 1, 4, 3],
      face_up: 'belt',
      duel: { ...duel, challenger_throws: ['rock'], dealer_throws: ['scissors'], challenger_wins: 1 },
    },
    {
      hand: 'B4',
      legal: (['rock', 'paper', 'scissors'] as const).map((gesture) => ({ seat: 0, throw: gesture })),
    },
    { variants: ['black-belt'] },
  ),
  table(
    'swap, 4',
    4,
    {
      phase: 'swap',
      to_act: [0],
      holding: [0, 1, 2, 3],
      giving_order: [2, 0, 1, 3],
      face_up: null,
      prize: 'incense',
      duel: { ...duel, dealer_card: 'B5', winner: 0 },
    },
    {
      hand: 'B5',
      legal: [true, false].map((swap) => ({ seat: 0, swap })),
    },
  ),
  table(
    'train, 4',
    4,
    { phase: 'train', to_act: [0, 1, 3], holding: [0, 1, 2, 3], giving_order: [2, 0, 1, 3] },
    {
      hand: 'M5',
      legal: places.map(([row, column]) => ({ seat: 0, place: [row, column] })),
    },
  ),
  table(
    'train, 5, en',
    5,
    { phase: 'train', to_act: [0, 1, 3], holding: [0, 1, 2, 3, 4], giving_order: [2, 0, 1, 4, 3] },
    {
      hand: 'M1',
      legal: [{ seat: 0, place: [0, 3] }],
    },
    {
      edition: 'en',
      position: position(5, late, { phase: 'train', to_act: [0, 4], holding: [0, 1, 2, 3, 4], face_up: 'broom' }),
    },
  ),
  table(
    'placed, 3',
    3,
    { phase: 'train', to_act: [1, 2], holding: [0, 1, 2], giving_order: [2, 0, 1] },
    { hand: 'M5', placed: [0, 2] },
  ),
  table(
    'place_trophy, 4',
    4,
    { phase: 'place_trophy', to_act: [0], face_up: null, prize: 'incense', duel: { ...duel, winner: 0 } },
    {
      legal: [
        { seat: 0, trophy_at: { row: 0 } },
        { seat: 0, trophy_at: { row: 1 } },
      ],
    },
  ),
  table(
    'wait, 5',
    5,
    { phase: 'ask', dealer: 3, to_act: [4], holding: everybody(5), giving_order: [1, 4, 0, 3, 2] },
    { hand: 'F2' },
  ),
  table(
    'late, 5',
    5,
    {
      phase: 'ask',
      round: 11,
      dealer: 3,
      to_act: [0],
      holding: everybody(5),
      giving_order: [1, 4, 0, 3, 2],
      dojos: nearly,
    },
    { hand: 'F2', legal: [true, false].map((challenge) => ({ seat: 0, challenge })) },
  ),
  table(
    'first card, 3',
    3,
    {
      phase: 'train',
      round: 1,
      to_act: everybody(3),
      holding: everybody(3),
      giving_order: [1, 2, 0],
      deck_size: 57,
      dojos: everybody(3).map(() => dojo('.')),
    },
    {
      hand: 'R3',
      legal: [{ seat: 0, place: [0, 0] }],
    },
  ),
  table(
    'give, 5',
    5,
    { phase: 'give', to_act: [0], holding: [], giving_order: [] },
    {
      drawn: 'R4',
      dealt: [null, null, null, null, null],
      legal: everybody(5).map((give) => ({ seat: 0, give })),
    },
  ),
  table(
    'challenge, 4',
    4,
    {
      phase: 'swap',
      to_act: [2],
      holding: [0, 1, 2, 3],
      giving_order: [2, 0, 1, 3],
      face_up: null,
      prize: 'incense',
      duel: { ...duel, winner: 2 },
    },
    { hand: 'B4' },
    { events: [{ seat: 2, challenge: true }] },
  ),
  table(
    'last throw, 4',
    4,
    {
      phase: 'swap',
      to_act: [0],
      holding: [0, 1, 2, 3],
      giving_order: [2, 0, 1, 3],
      face_up: null,
      prize: 'incense',
      duel: {
        ...duel,
        challenger_card: 'T3',
        dealer_card: 'B3',
        challenger_throws: ['rock', 'rock', 'rock'],
        dealer_throws: ['scissors', 'paper', 'paper'],
        challenger_wins: 1,
        dealer_wins: 2,
        winner: 0,
      },
    },
    { hand: 'B3', legal: [true, false].map((swap) => ({ seat: 0, swap })) },
    { variants: ['black-belt'], events: [{ seat: 0, throw: 'paper' }] },
  ),
  table(
    'white belt, 3',
    3,
    {
      phase: 'ask',
      dealer: 1,
      to_act: [0],
      holding: [0, 1, 2],
      giving_order: [2, 0, 1],
      face_up: 'broom',
      dojos: early
        .slice(0, 3)
        .map((dojo, i) => ({ ...dojo, columns: [], held: { kimono: i < 2 ? 1 : 0, incense: i === 1 ? 1 : 0 } })),
    },
    { hand: 'C4', legal: [true, false].map((challenge) => ({ seat: 0, challenge })) },
    { variants: ['white-belt'] },
  ),
  table('spectator, 5', 5, { phase: 'give', dealer: 2, to_act: [2], holding: [0, 3], giving_order: [3, 0] }, null),
  table(
    'over, 5',
    5,
    {},
    {},
    { edition: 'en', position: position(5, late, { phase: 'over', face_up: null, deck_size: 0 }) },
  ),
]
