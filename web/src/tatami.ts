// The rules, as WebAssembly; fetched when first asked for.

import { load } from '../../bindings/wasm/tatami.mjs'
import wasm from '../../build/wasm/tatami.wasm?url'
import type { DojoHeader } from './dojo/types'
import type {
  Card,
  Count,
  DojoOwn,
  DojoPosition,
  GameEvent,
  OneDojo,
  Position,
  ScoreSheet,
  Seat,
  Trophy,
} from './protocol'

/** A moment of Dojo as somebody saw it. */
export interface Seen {
  position: DojoPosition
  own?: DojoOwn
}
/** `line`: of the text that was given, where one is to blame. */
export type Problem = { problem: string; line?: number }

type Tatami = Awaited<ReturnType<typeof load>>
let tatami: Promise<Tatami> | undefined

async function fetched(): Promise<Tatami> {
  const answer = await fetch(wasm)
  return load(await answer.arrayBuffer())
}
const rules = () => (tatami ??= fetched())

/** A finished dojo as one line of text, counted step by step. */
export const explain = async (line: string) => (await rules()).explain(JSON.parse(line)) as ScoreSheet | Problem

/** Counts dojos as they lie, and what each would be with a card or a trophy that might come. */
export async function counter(edition: 'fr' | 'en') {
  const { count } = await rules()
  return (dojo: OneDojo, card?: Card, trophy?: Trophy): Count | null => {
    const answer = count(dojo, edition, card, trophy) as Count | Problem
    return 'problem' in answer ? null : answer
  }
}

/** What dojos of a position score as they lie; nothing for one that the rules do not know. */
export async function countOf(dojos: OneDojo[], edition: 'fr' | 'en'): Promise<(Count | null)[]> {
  const count = await counter(edition)
  return dojos.map((dojo) => count(dojo))
}

/** What the box of an edition holds: cards and trophies, each with its number. */
export async function boxOf(edition: 'fr' | 'en'): Promise<Record<string, number>> {
  const answer = await positionAt(`${JSON.stringify({ game: 'dojo', players: 5, edition })}\n`, 1, null)
  return 'problem' in answer ? {} : { ...answer.position.dojo!.pool, ...answer.position.dojo!.pile }
}

/** The position after so many lines of a record, as a seat, spectators (null) or all know it. */
export const positionAt = async (record: string, lines: number, who: Seat | null | 'all') =>
  (await rules()).positionAt(record, lines, who) as { position: Position; owns: DojoOwn[] } | Problem

/** What somebody (null: a spectator) saw after each event of a Dojo, as far as they were told of it. */
export async function retell(header: DojoHeader, events: GameEvent[], seat: Seat | null): Promise<Seen[]> {
  const answer = (await rules()).retell(header, events, seat) as { moments: Seen[] } | Problem
  if ('problem' in answer) throw new Error(answer.problem)
  return answer.moments
}

/** A Dojo until a moment, with all that a seat could not know then decided anew: a record to play on from. */
export async function branchOf(record: string, lines: number, seat: Seat): Promise<string> {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!
  const answer = (await rules()).branch(record, lines, seat, seed) as { record: string } | Problem
  if ('problem' in answer) throw new Error(answer.problem)
  return answer.record
}

/** How a recorded game ended, or what is wrong with it. */
export const outcomeOf = async (record: string) =>
  (await rules()).replay(record) as
    { over: true; result: { winners: Seat[]; scores?: number[] } } | { over: false } | Problem

/** Whether chance was what the sidecar proves. */
export const verify = async (record: string, sidecar: string) =>
  (await rules()).verify(record, sidecar) as { verified: true } | Problem
