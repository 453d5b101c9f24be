import type { Decision, Review, Seat } from '../protocol'
import type { Problem } from '../tatami'

export type FromAnalyst = { done: number; steps: number } | { review: Review } | Problem

/** Games in the mind for each decision: enough to tell a mistake, and done in seconds. */
export const iterations = 600

/** Judges a finished game beside the page. `tell` hears how far it is, from 0 to 1. */
export function analyse(record: string, tell: (share: number) => void): { review: Promise<Review>; stop: () => void } {
  const worker = new Worker(new URL('./analyst.ts', import.meta.url), { type: 'module' })
  const review = new Promise<Review>((done, fail) => {
    worker.onerror = ({ message }) => fail(new Error(message))
    worker.onmessage = ({ data }: MessageEvent<FromAnalyst>) => {
      if ('steps' in data) return tell(data.done / data.steps)
      worker.terminate()
      if ('review' in data) done(data.review)
      else fail(Object.assign(new Error(data.problem), { line: data.line }))
    }
  })
  worker.postMessage(record)
  return { review, stop: () => worker.terminate() }
}

/** Everybody's costliest decisions, the costliest first. */
export const mistakes = ({ worst, decisions }: Review): Decision[] =>
  decisions.filter(({ line, seat }) => worst[seat]!.includes(line)).sort((a, b) => b.loss - a.loss)

/** All of one seat's that cost more than their doubt, and its costliest in any case; the costliest first. */
export const mistakesOf = (review: Review, of: Seat): Decision[] =>
  review.decisions
    .filter(({ line, seat, loss, doubt }) => seat === of && (loss > doubt || review.worst[of]!.includes(line)))
    .sort((a, b) => b.loss - a.loss)

export interface Point {
  line: number
  share: number
}

/** One seat's chances over the record: each round's before its first line, the result at the end. */
export const curveOf = ({ lines, chances }: Review, seat: Seat, end: number): Point[] =>
  chances.map((at, i) => ({ line: i < lines.length ? lines[i]! - 1 : end, share: at[seat]! }))

/** Where a curve is at a line, between its points. */
export function shareAt(curve: Point[], line: number): number {
  const next = curve.findIndex((point) => point.line >= line)
  const to = curve[next] ?? curve.at(-1)!
  const from = curve[next - 1] ?? to
  if (to.line === from.line) return to.share
  return from.share + ((to.share - from.share) * (line - from.line)) / (to.line - from.line)
}
