import type { LobbyTable } from '../protocol'
import { relaxed } from '../tatamokatsu/types'

/** What a table's tempo is called: in Tatamokatsu its windows tell, in Dojo the time to decide. */
export function paceOf({ header, tempo }: Pick<LobbyTable, 'header' | 'tempo'>) {
  if (header.game === 'dojo') return `open.tempo.${tempo}` as const
  return header.timing?.window === relaxed.window ? 'open.window.relaxed' : 'open.window.usual'
}
