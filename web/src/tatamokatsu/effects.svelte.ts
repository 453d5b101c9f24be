// What each sum does, as the rules say; learnt once, for the words of a verdict.

import type { Face } from '../protocol'
import { type Effect, rule } from './referee'

let known: ReadonlyMap<number, Effect> = $state.raw(new Map())
let learning: Promise<void> | undefined

/** Rolls that have every possible sum among them. */
const samples: Face[][] = [
  ['1', '1', '2'], ['X', '1', '2'], ['X', '1', '3'], ['X', '1', '4'], ['X', '1', '5'], ['X', '1', '6'], ['X', '2', '6'], ['X', '3', '6'],
  ['X', '4', '6'], ['X', '5', '6'], ['X', 'X', '1'], ['X', 'X', '2'], ['X', 'X', '3'], ['X', 'X', '4'], ['X', 'X', '5'], ['X', 'X', '6'], ['6', '6', '5'],
  ['5', '5', '6'], ['X', '6', '6'],
]

async function learn() {
  const rulings = await Promise.all(samples.map(rule))
  known = new Map(rulings.flatMap(({ outcomes }) => outcomes.map(({ sum, effect }) => [sum, effect] as const)))
}
export const learnEffects = () => (learning ??= learn())
export const effectOf = (sum: number) => known.get(sum)
