// A game as the pages that serve every game know it.

import type { Component } from 'svelte'
import type { TableStore } from '../connection/table.svelte'
import type { games, Header, Settings, Table } from '../protocol'
import type { Around } from './types'

/** As C++ offers it. */
export type GameName = keyof typeof games
export type Level = (typeof games)[GameName]['levels'][number]

/** A table on a server. */
export interface Online extends Around {
  store: TableStore
  info: Table
}

/** The settings that a table is opened with, beside those of every game. */
export type Asked = Pick<Settings, 'header' | 'tempo' | 'lag_cap'>

/** A page for one game: each game's folder has one, and `games.ts` lists them. */
export interface GamePage<Name extends GameName = GameName> {
  name: Name
  /** Its table, fetched when it is needed. */
  online: () => Promise<{ default: Component<Online> }>
  /** The choices on the form that opens a table. */
  Options: Component<{ seats: number }, { asked: () => Asked }>
  /** More for a table's menu. */
  MenuItems?: Component<{ alone: boolean; code: string }>
  /** How fast a table is played, in words. */
  pace: (settings: Pick<Settings, 'header' | 'tempo'>) => string
  /** Its edition and variants, in words. */
  terms: (header: Header) => string[]
  /** Finished games are reviewed decision by decision. */
  isReviewed: boolean
  /** A party: a television may lead it, and a rematch takes everybody along. */
  isParty: boolean
}
