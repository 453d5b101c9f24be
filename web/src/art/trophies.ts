import { games, type Trophy } from '../protocol'

const { row_trophies, column_trophies } = games.dojo.options
export const rowTrophies: readonly Trophy[] = row_trophies
export const columnTrophies: readonly Trophy[] = column_trophies
export const trophies: readonly Trophy[] = [...rowTrophies, ...columnTrophies]
