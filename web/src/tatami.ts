// The rules, as WebAssembly; fetched when first asked for.

import { load } from '../../bindings/wasm/tatami.mjs'
import wasm from '../../build/wasm/tatami.wasm?url'
import type { Card } from './protocol'

export interface Score {
  total: number
  rows: number[]
  columns: number[]
  arrangement: Card[][]
}

type Tatami = Awaited<ReturnType<typeof load>>
let tatami: Promise<Tatami> | undefined

async function fetched(): Promise<Tatami> {
  const answer = await fetch(wasm)
  return load(await answer.arrayBuffer())
}

export async function score(line: string): Promise<Score | { problem: string }> {
  tatami ??= fetched()
  return (await tatami).score(line) as Score | { problem: string }
}
