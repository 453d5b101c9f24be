import { games, type Card } from '../protocol'
import type { Disciple } from './crests'

export const { belts } = games.dojo.options
export type BeltRank = (typeof belts)[number]

export const discipleOf = (card: Card) => card[0] as Disciple
export const beltOf = (card: Card) => Number(card[1]) as BeltRank
