import type { Trophy } from '../protocol'

export const rowTrophies: readonly Trophy[] = ['master', 'incense', 'assistant']
export const columnTrophies: readonly Trophy[] = ['belt', 'kimono', 'broom']
export const trophies: readonly Trophy[] = [...rowTrophies, ...columnTrophies]
