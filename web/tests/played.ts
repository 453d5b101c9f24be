// Games that were played up to a moment of interest by the rules themselves, in no time: a page takes them up.

import { readFileSync } from 'node:fs'
import { load } from '../../bindings/wasm/tatami.mjs'
import type { Command, Message, TatamokatsuPosition, Update } from '../src/protocol'

const table = 'offline'
export const timing = { window: 3500, announce: 2500, quiet: 1500, tie: 10, bow: 300 }

interface Entry {
  command?: Command
  hand?: number
  at: number
}
/** What somebody does at a roll. */
export type Deed =
  | { seat: number; do: 'shout' | 'salute' | 'slap' }
  | { seat: number; do: 'grab'; finger: string }
  | { seat: number; do: 'announce'; values: number[] }
type React = (position: TatamokatsuPosition) => Deed[]

const wasm = await WebAssembly.compile(readFileSync(new URL('../../build/wasm/tatami.wasm', import.meta.url)))

/**
 * The diary of a game among people who share a device, up to the throw whose roll `fits`; seeds are tried until
 * there is one.
 */
export async function playedUntil(
  players: number,
  react: React,
  fits: (before: TatamokatsuPosition, roll: string) => boolean,
  most = 40,
): Promise<string> {
  return tried({ players, react, fits, reached: () => false, most, timing })
}

/** Hurries nobody: a page that takes it up finds a window as open as it was. */
const slow = { window: 60_000, announce: 60_000, quiet: 30_000, tie: 10, bow: 300 }

/** The diary of such a game up to the first position that `reached` accepts. */
export const playedTo = (
  players: number,
  react: React,
  reached: (position: TatamokatsuPosition) => boolean,
): Promise<string> => tried({ players, react, fits: () => false, reached, most: 40, timing: slow })

interface Sought {
  players: number
  react: React
  fits: (before: TatamokatsuPosition, roll: string) => boolean
  reached: (position: TatamokatsuPosition) => boolean
  most: number
  timing: typeof timing
}

async function tried(sought: Sought): Promise<string> {
  for (let i = 0; i < 500; ++i) {
    const diary = await played(String(i).padStart(64, '0'), sought)
    if (diary) return JSON.stringify(diary)
  }
  throw new Error('no such game')
}

async function played(seed: string, { players, react, fits, reached, most, timing }: Sought) {
  const rules = await load(wasm)
  const secrets = { seed, secret: '5e'.repeat(32) }
  const settings = {
    header: { game: 'tatamokatsu' as const, players, first_roller: 0, timing },
    tempo: 'untimed' as const,
  }
  const opened = Date.now() - 3_600_000
  let now = opened
  let seq = 0
  let position = {} as TatamokatsuPosition
  const entries: Entry[] = []
  const hear = (answer: Message[] | { problem: string }) => {
    if ('problem' in answer) throw new Error(answer.problem)
    for (const message of answer) {
      if (message.type === 'refused') throw new Error(JSON.stringify(message))
      if (message.type !== 'position' && message.type !== 'update') continue
      seq = message.seq
      position = { ...position, ...(message as Update).tatamokatsu } as TatamokatsuPosition
    }
  }
  const tell = (command: Command, seat: number) => {
    const entry = { command, ...(seat > 0 ? { hand: seat } : {}), at: now }
    entries.push(entry)
    hear(rules.tell(command, now, entry.hand))
  }
  const pass = () => {
    now = Math.max(now, rules.wakesAt() ?? now)
    entries.push({ at: now })
    hear(rules.tick(now))
  }
  hear(rules.openTable(settings, secrets, now))
  for (let seat = 0; seat < players; ++seat)
    tell({ type: 'sit', table, seat, hand: seat === 1 ? 'right' : 'left', contribution: '' }, seat)
  tell({ type: 'start', table }, 0)
  const diary = (upTo = entries.length) => ({ settings, secrets, opened, entries: entries.slice(0, upTo) })

  for (let roll = 0; roll < most && position.phase !== 'over'; ++roll) {
    if (reached(position)) return diary()
    const before = position
    const written = entries.length
    tell({ type: 'throw_dice', table }, position.roller)
    while (position.phase === 'roll') pass()
    if (fits(before, position.roll.join(''))) return diary(written)
    if (reached(position)) return diary()
    const fell = now
    for (const [i, deed] of react(position).entries()) {
      now = fell + 300 + 20 * i
      if (position.phase !== 'window') break
      const { seat } = deed
      const move = deed.do === 'grab' ? { ...deed, at: 300 + 20 * i, die: 2 } : { ...deed, at: 300 + 20 * i }
      tell({ type: 'act', table, seq, move } as Command, seat)
    }
    while (position.phase === 'window') pass()
    while (['pay', 'lose', 'strike', 'choose'].includes(position.phase)) {
      if (reached(position)) return diary()
      now += 500
      const seat = position.to_act[0]!
      const others = position.living.filter((each) => each !== seat && position.fingers[each]!.length > 0)
      const move =
        position.phase === 'strike'
          ? { seat, strike: { seat: others[0]!, finger: position.fingers[others[0]!]![0]! } }
          : position.phase === 'choose'
            ? {
                seat,
                choose: 'attack',
                fingers: Object.fromEntries(others.map((each) => [each, position.fingers[each]![0]!])),
              }
            : { seat, lose: position.fingers[seat]![0]! }
      tell({ type: 'act', table, seq, move } as Command, seat)
    }
  }
  if (reached(position)) return diary()
  return null
}
