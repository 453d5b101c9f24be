// What the table shows of people and of a game's settings.

import type { Card, Chair, Header, Trophy } from '../protocol'

export type DojoHeader = Extract<Header, { game: 'dojo' }>
export type Edition = NonNullable<DojoHeader['edition']>
export type Variant = NonNullable<DojoHeader['variants']>[number]

export interface Player extends Pick<Chair, 'sitter' | 'connected' | 'away'> {
  name: string
  /** Who looks at the page. */
  me?: boolean
}

/** Where a card went, or would best have gone. */
export interface Given {
  card: Card
  as: 'best' | 'chosen'
}

/** Counted trophies, one by one. */
export const oneByOne = (counts: Record<string, number>) =>
  Object.entries(counts).flatMap(([trophy, n]) => Array<Trophy>(n).fill(trophy as Trophy))
