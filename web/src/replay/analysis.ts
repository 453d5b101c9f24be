import type { Move, Seat } from '../protocol'

/** A decision that cost its player something. */
export interface Decision {
  line: number
  seat: Seat
  round: number
  chosen: Move
  best: Move
  /** Of the victory, as a share. */
  loss: number
}

/** What `tatami analyse` says of a game of Dojo. */
export interface Review {
  players: number
  /** Each seat's share of the victory when a round began, and at last the result. */
  chances: number[][]
  /** The line of the record that each round began with. */
  lines: number[]
  /** Lines of each seat's three costliest decisions. */
  worst: number[][]
  decisions: Decision[]
}

export type FromAnalyst = { done: number; steps: number } | { review: Review } | { problem: string }

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
      else fail(new Error(data.problem))
    }
  })
  worker.postMessage(record)
  return { review, stop: () => worker.terminate() }
}

/** Everybody's costliest decisions, in the order of the game. */
export const mistakes = ({ worst, decisions }: Review): Decision[] =>
  decisions.filter(({ line, seat }) => worst[seat]!.includes(line))

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
