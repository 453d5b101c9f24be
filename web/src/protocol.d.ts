// What the server sends about a game of Dojo and what it takes back.

export type Seat = number
/** A disciple and a belt, such as "M3". */
export type Card = string
export type Trophy = 'master' | 'incense' | 'assistant' | 'belt' | 'kimono' | 'broom'
export type Gesture = 'rock' | 'paper' | 'scissors'
export type Edition = 'fr' | 'en'
export type Variant = 'white_belt' | 'black_belt'

export type Phase =
  | 'turn_trophy'
  | 'draw'
  | 'deal'
  | 'give'
  | 'ask'
  | 'throws'
  | 'swap'
  | 'train'
  | 'place_trophy'
  | 'over'

export interface Duel {
  challenger: Seat
  challenger_card: Card
  dealer_card: Card
  challenger_throws: Gesture[]
  dealer_throws: Gesture[]
  winner: Seat | null
  swapped: boolean
}

export interface Dojo {
  cards: { row: number; column: number; card: Card }[]
  rows: { row: number; trophy: Trophy }[]
  columns: { column: number; trophy: Trophy }[]
  held: Trophy[]
  challenges_won: number
}

export interface DojoPosition {
  phase: Phase
  round: number
  dealer: Seat
  to_act: Seat[]
  holding: Seat[]
  giving_order: Seat[]
  face_up: Trophy | null
  prize: Trophy | null
  duel: Duel | null
  deck_size: number
  pool: Record<Card, number>
  pile: Record<Trophy, number>
  box: Record<Trophy, number>
  dojos: Dojo[]
}

/** What one seat knows beyond the position. */
export interface DojoOwn {
  drawn: Card | null
  hand: Card | null
  dealt: (Card | null)[]
  placed: [row: number, column: number] | null
  thrown: Gesture | null
  legal: DojoAction[]
}

export type TrophyPlace = { row: number } | { column: number }

export type DojoAction =
  | { seat: Seat; give: Seat }
  | { seat: Seat; challenge: boolean }
  | { seat: Seat; throw: Gesture }
  | { seat: Seat; swap: boolean }
  | { seat: Seat; place: [row: number, column: number] }
  | { seat: Seat; trophy_at: TrophyPlace }

export interface Player {
  name: string
  kind: 'person' | 'bot'
}
