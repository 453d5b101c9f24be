// A game in an address, so that others can open one that no server has.

import type { Origin } from './branches'
import { nameOf, type Recorded } from './local'

async function through(bytes: BodyInit, stream: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  const all = new Response(bytes).body!.pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>>)
  return new Response(all).arrayBuffer()
}

/** More than this is no game, but an attack on the memory of whoever opens it. */
const longest = 200_000

/** What of a branch's origin goes into its address. */
type From = Pick<Origin, 'line' | 'seat' | 'points'> & ({ record: string } | { link: string })

/** A game as letters, digits, - and _. */
export async function packed({ record, names, me, origin }: Recorded): Promise<string> {
  const from: From | undefined = origin && {
    line: origin.line,
    seat: origin.seat,
    points: origin.points,
    ...(origin.record === undefined ? { link: origin.link } : { record: origin.record }),
  }
  const text = JSON.stringify({ record, names, me, from })
  const bytes = new Uint8Array(await through(text, new CompressionStream('deflate-raw')))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The game that a branch left; undefined where an address says nothing that can be opened. */
async function originOf(from: Partial<From & { record: string; link: string }>, names: string[]) {
  const { line, seat, points, record, link } = from
  if (typeof line !== 'number' || typeof seat !== 'number') return undefined
  const rest = { line, seat, names, ...(typeof points === 'number' && { points }) }
  if (typeof record === 'string') {
    const letters = await packed({ record, sidecar: null, names, me: seat })
    return { of: nameOf(record), link: `/replay#~${letters}`, record, ...rest }
  }
  // A page of this server, whatever the address says.
  return typeof link === 'string' && /^\/replay\/[\w-]+(\?[^#]*)?$/.test(link) ? { of: '', link, ...rest } : undefined
}

/** The game that such letters hold; null where they hold none. */
export async function unpacked(letters: string): Promise<Recorded | null> {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    const reader = new Response(bytes).body!.pipeThrough(
      new DecompressionStream('deflate-raw') as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>,
    )
    const decoder = new TextDecoder()
    let text = ''
    for await (const piece of reader as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(piece, { stream: true })
      if (text.length > longest) return null
    }
    const { record, names, me, from } = JSON.parse(text) as Partial<Recorded> & { from?: From }
    if (typeof record !== 'string') return null
    const called = Array.isArray(names)
      ? names.filter((name) => typeof name === 'string').map((name) => name.slice(0, 24))
      : []
    const origin = from && (await originOf(from, called))
    return {
      record,
      sidecar: null,
      names: called,
      ...(typeof me === 'number' && { me }),
      ...(origin && { origin }),
    }
  } catch {
    return null
  }
}

/** The address of a moment of a game that is in the address itself. */
export const sharedLink = async (game: Recorded, line: number) => `/replay#${line}~${await packed(game)}`

/** What follows the line in such an address. */
export const lettersIn = (hash: string) => /^#\d*~([\w-]+)$/.exec(hash)?.[1] ?? null
