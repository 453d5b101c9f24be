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
export type Deed = { seat: number; do: 'shout' | 'salute' | 'slap' } | { seat: number; do: 'grab'; finger: string }
export interface Moment {
  position: TatamokatsuPosition
  /** The faces that would fall next are in the last position of the game as it was tried. */
  roll: string
}

const wasm = await WebAssembly.compile(readFileSync(new URL('../../build/wasm/tatami.wasm', import.meta.url)))

/**
 * The diary of a game among people who share a device, up to the throw whose roll `fits`; seeds are tried until
 * there is one.
 */
export async function playedUntil(
  players: number,
  react: (position: TatamokatsuPosition) => Deed[],
  fits: (before: TatamokatsuPosition, roll: string) => boolean,
  most = 40,
): Promise<string> {
  for (let i = 0; i < 500; ++i) {
    const diary = await played(String(i).padStart(64, '0'), players, react, fits, most)
    if (diary) return JSON.stringify(diary)
  }
  throw new Error('no such game')
}

async function played(
  seed: string,
  players: number,
  react: (position: TatamokatsuPosition) => Deed[],
  fits: (before: TatamokatsuPosition, roll: string) => boolean,
  most: number,
) {
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

  for (let roll = 0; roll < most && position.phase !== 'over'; ++roll) {
    const before = position
    const written = entries.length
    tell({ type: 'throw_dice', table }, position.roller)
    while (position.phase === 'roll') pass()
    if (fits(before, position.roll.join(''))) return { settings, secrets, opened, entries: entries.slice(0, written) }
    const fell = now
    for (const [i, deed] of react(position).entries()) {
      now = fell + 300 + 20 * i
      if (position.phase !== 'window') break
      const { seat } = deed
      const move =
        deed.do === 'grab'
          ? { seat, at: 300 + 20 * i, do: deed.do, die: 2, finger: deed.finger }
          : { seat, at: 300 + 20 * i, do: deed.do }
      tell({ type: 'act', table, seq, move } as Command, seat)
    }
    while (position.phase === 'window') pass()
    while (['pay', 'lose', 'strike', 'choose'].includes(position.phase)) {
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
  return null
}
