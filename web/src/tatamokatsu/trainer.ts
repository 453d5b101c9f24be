// The trainer's books: what was asked, what was done, how quickly.

import type { Face, Meaning } from '../protocol'

export const answers = ['shout', 'salute', 'slap', 'grab', 'wait'] as const
export type Answer = (typeof answers)[number]
export interface Attempt {
  roll: Face[]
  right: Answer
  done: Answer
  ms: number
}
const kept = 600
const key = 'tatami.trainer'

/** What everybody should do at once; null where it depends on what the roller announces. */
export const rightAnswer = ({ expected }: Pick<Meaning, 'expected'>): Answer | null =>
  expected && ((expected.at(-1) as Answer | undefined) ?? 'wait')

/** What the deeds so far come to; null: nothing yet. A claim may want several. */
export function answerOf(deeds: Answer[], right: Answer, claim: readonly string[]): Answer | null {
  const last = deeds.at(-1) ?? null
  if (last === null || !claim.includes(last)) return last
  return claim.every((deed) => deeds.includes(deed as Answer)) ? right : null
}

export function load(): Attempt[] {
  try {
    const all = JSON.parse(localStorage.getItem(key) ?? '[]') as Attempt[]
    return all.filter(({ right, done, ms }) => answers.includes(right) && answers.includes(done) && Number.isFinite(ms))
  } catch {
    return []
  }
}
export const keep = (attempts: Attempt[]) => localStorage.setItem(key, JSON.stringify(attempts.slice(-kept)))

export const timesOf = (attempts: Attempt[], right?: Answer) =>
  attempts
    .filter((each) => each.done === each.right && each.right !== 'wait' && (!right || each.right === right))
    .map(({ ms }) => ms)

export function median(numbers: number[]): number | null {
  if (numbers.length === 0) return null
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return Math.round(sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2)
}

/** How many fall into each step of so many ms, from 0; the last step takes whatever is slower. */
export function histogram(numbers: number[], step: number, steps: number): number[] {
  const bins = Array<number>(steps).fill(0)
  for (const ms of numbers) ++bins[Math.min(steps - 1, Math.floor(ms / step))]!
  return bins
}

/** How often each thing was done where each was right. */
export const confusions = (attempts: Attempt[]): number[][] =>
  answers.map((right) =>
    answers.map((done) => attempts.filter((each) => each.right === right && each.done === done).length),
  )
