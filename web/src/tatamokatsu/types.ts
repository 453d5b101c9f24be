import type { Look } from '../art/looks'
import type { Player } from '../dojo/types'
import { type Chair, type Face, type Finger, games, type Header } from '../protocol'

export type TatamokatsuHeader = Extract<Header, { game: 'tatamokatsu' }>
export type Timing = Required<NonNullable<TatamokatsuHeader['timing']>>
export type Fist = Player & Pick<Chair, 'hand' | 'connection'> & { look?: Look }

/** What a single key or touch does. A finger grabs the third die. */
export const deeds = ['shout', 'salute', 'slap'] as const
export type Reflex = (typeof deeds)[number] | Finger
export const isFinger = (reflex: Reflex): reflex is Finger => !(deeds as readonly string[]).includes(reflex)

/** How long windows are: the usual, and longer ones for children and for whoever reacts slowly. */
export const { timings, grabbed } = games.tatamokatsu.options
export const { usual, relaxed } = timings

/** The three dice, each with all its sides (T1). */
export const sides: readonly (readonly Face[])[] = games.tatamokatsu.options.dice

export const { levels, players: sizes, substitute, usual: usualTable } = games.tatamokatsu
export type Quickness = (typeof levels)[number]
