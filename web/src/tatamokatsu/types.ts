import type { Player } from '../dojo/types'
import type { Chair, Face, Finger, Header, TatamokatsuPosition } from '../protocol'

export type TatamokatsuHeader = Extract<Header, { game: 'tatamokatsu' }>
export type Timing = Required<NonNullable<TatamokatsuHeader['timing']>>
export type Fist = Player & Pick<Chair, 'hand' | 'line'>

/** What a single key or touch does. A finger grabs the third die. */
export const deeds = ['shout', 'salute', 'slap'] as const
export type Reflex = (typeof deeds)[number] | Finger
export const isFinger = (reflex: Reflex): reflex is Finger => !(deeds as readonly string[]).includes(reflex)

/** Longer windows, for children and for whoever reacts slowly. */
export const relaxed: Timing = { window: 12_000, announce: 8000, quiet: 5000, tie: 30, bow: 800 }

export const levels = ['child', 'beginner', 'regular', 'quick', 'samurai'] as const
export type Quickness = (typeof levels)[number]

/** One value for each X, as many tens as the k-th possible sum has. */
export const valuesOf = (roll: Face[], k: number) =>
  Array.from({ length: roll.filter((face) => face === 'X').length }, (_, i) => (i < k ? 10 : 1))

/** Which of the possible sums counts: as announced, or else the lowest (T18). */
export const sumOf = ({ meaning, announced }: Pick<TatamokatsuPosition, 'meaning' | 'announced'>) =>
  meaning?.sums[announced?.filter((value) => value === 10).length ?? 0]
