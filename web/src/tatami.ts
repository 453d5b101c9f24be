// The rules, as WebAssembly; fetched when first asked for.

import { load } from '../../bindings/wasm/tatami.mjs'
import wasm from '../../build/wasm/tatami.wasm?url'
import type { Card, DojoOwn, Position, ScoreSheet, Seat } from './protocol'

/** Lines that have not been counted yet are null. */
export interface Score {
  total: number
  rows: (number | null)[]
  columns: (number | null)[]
  /** White Belt: for trophies held. */
  bonus?: number
  arrangement: Card[][]
}
type Problem = { problem: string }

type Tatami = Awaited<ReturnType<typeof load>>
let tatami: Promise<Tatami> | undefined

async function fetched(): Promise<Tatami> {
  const answer = await fetch(wasm)
  return load(await answer.arrayBuffer())
}
const rules = () => (tatami ??= fetched())

/** A finished dojo as one line of text, counted step by step. */
export const explain = async (line: string) => (await rules()).explain(JSON.parse(line)) as ScoreSheet | Problem

/** What the box of an edition holds: cards and trophies, each with its number. */
export async function boxOf(edition: 'fr' | 'en'): Promise<Record<string, number>> {
  const answer = await positionAt(`${JSON.stringify({ game: 'dojo', players: 5, edition })}\n`, 1, null)
  return 'problem' in answer ? {} : { ...answer.position.dojo!.pool, ...answer.position.dojo!.pile }
}

/** The position after so many lines of a record, as a seat, spectators (null) or all know it. */
export const positionAt = async (record: string, lines: number, who: Seat | null | 'all') =>
  (await rules()).positionAt(record, lines, who) as { position: Position; owns: DojoOwn[] } | Problem

/** Whether chance was what the sidecar proves. */
export const verify = async (record: string, sidecar: string) =>
  (await rules()).verify(record, sidecar) as { verified: true } | (Problem & { line: number })
