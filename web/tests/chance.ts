// Dice of our choosing on the real server. Its seed is secret, but the tests own its database; with the
// seed known, one player's contribution is tried until chance (docs/PROTOCOL.md) gives the wanted rolls.

import { createCipheriv } from 'node:crypto'
import { readFileSync } from 'node:fs'

const start = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
]
const order = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
]
const word = (1n << 64n) - 1n
const turned = (x: bigint, by: bigint) => ((x >> by) | (x << (64n - by))) & word

/** BLAKE2b with 32 bytes of digest and no key (RFC 7693). */
export function blake2b(message: Buffer): Buffer {
  const state = [...start]
  state[0]! ^= 0x01010020n
  for (let at = 0; at === 0 || at < message.length; at += 128) {
    const block = Buffer.alloc(128)
    message.copy(block, 0, at)
    const done = BigInt(Math.min(at + 128, message.length))
    const v = [...state, ...start]
    v[12]! ^= done
    if (at + 128 >= message.length) v[14]! ^= word
    const m = Array.from({ length: 16 }, (_, i) => block.readBigUInt64LE(8 * i))
    const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint) => {
      v[a] = (v[a]! + v[b]! + x) & word
      v[d] = turned(v[d]! ^ v[a], 32n)
      v[c] = (v[c]! + v[d]) & word
      v[b] = turned(v[b]! ^ v[c], 24n)
      v[a] = (v[a] + v[b] + y) & word
      v[d] = turned(v[d] ^ v[a], 16n)
      v[c] = (v[c] + v[d]) & word
      v[b] = turned(v[b] ^ v[c], 63n)
    }
    for (let round = 0; round < 12; ++round) {
      const s = order[round % 10]!.map((i) => m[i]!)
      for (let i = 0; i < 4; ++i) mix(i, 4 + i, 8 + i, 12 + i, s[2 * i]!, s[2 * i + 1]!)
      for (let i = 0; i < 4; ++i)
        mix(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4), s[8 + 2 * i]!, s[9 + 2 * i]!)
    }
    for (let i = 0; i < 8; ++i) state[i] = state[i]! ^ v[i]! ^ v[i + 8]!
  }
  const digest = Buffer.alloc(32)
  for (let i = 0; i < 4; ++i) digest.writeBigUInt64LE(state[i]!, 8 * i)
  return digest
}

/** The first rolls of a game whose first roller is named, as long as nobody ties. */
export function rollsOf(seed: string, contributions: string[], count: number): string[] {
  const shares = contributions.flatMap((text) => [Buffer.from([text.length]), Buffer.from(text)])
  const key = blake2b(Buffer.concat([Buffer.from('tatami key 1'), Buffer.from(seed, 'hex'), ...shares]))
  const stream = createCipheriv('chacha20', key, Buffer.alloc(16)).update(Buffer.alloc(4 * count))
  return Array.from({ length: count }, (_, i) => {
    const fallen = stream.readUInt32LE(4 * i) % 512
    const sides = [fallen % 8, (fallen >> 3) % 8, fallen >> 6]
    return sides.map((side, die) => (side < 6 ? String(side + 1) : side === 7 && die === 2 ? 'T' : 'X')).join('')
  })
}

/** The seed of a table, as the server's files have it. */
export function seedOf(table: string): string {
  const path = process.env.TATAMI_DATABASE!
  const text = [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('\n')
  return new RegExp(`"opened","table":"${table}".{0,2000}?"seed":"([0-9a-f]{64})"`, 's').exec(text)![1]!
}

/** A contribution of seat 0 that makes the rolls fit. */
export function persuade(seed: string, contributions: string[], fits: (rolls: string[]) => boolean): string {
  for (let i = 0; ; ++i) {
    const mine = `t${i}`
    if (fits(rollsOf(seed, [mine, ...contributions.slice(1)], 12))) return mine
  }
}
