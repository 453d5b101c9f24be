// The list of games that have a page. Files that serve every game find one here and know none by name.

import { dojo } from './dojo/page'
import { games as offered } from './protocol'
import type { GameName, GamePage } from './table/page'
import { tatamokatsu } from './tatamokatsu/page'

export const games: readonly GamePage[] = [dojo, tatamokatsu]

/** The game's page, where it has one. */
export const gameCalled = (name: string | null | undefined) => games.find((game) => game.name === name)
/** The choices that the rules offer for it. */
export const offerOf = (name: GameName) => offered[name]
