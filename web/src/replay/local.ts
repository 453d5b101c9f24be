// Games that are looked at without a server: those finished in this browser, and one from a file.

import type { Origin } from './branches'

export interface Recorded {
  record: string
  sidecar: string | null
  /** Who played, where that is known. */
  names: string[]
  /** Which of them looks at it, where they played. */
  me?: number
  /** Where it was played, if at a server's table. */
  table?: string
  /** The game it was another course of. */
  origin?: Origin
}
export interface Kept extends Recorded {
  /** When it was kept, in ms. */
  at: number
}

/** A short name for a record (FNV-1a). */
export function nameOf(record: string): string {
  let sum = 0x811c9dc5
  for (let i = 0; i < record.length; ++i) sum = Math.imul(sum ^ record.charCodeAt(i), 0x01000193)
  return (sum >>> 0).toString(16).padStart(8, '0')
}

const key = 'tatami.replays'
/** As many are kept; the oldest make room. */
export const most = 30

let opened: Recorded | null = null

/** The last games finished here, the newest first. */
export function keptGames(): Kept[] {
  try {
    const games: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(games) ? (games as Kept[]) : []
  } catch {
    return []
  }
}

/** One from a server's table has an address that others can open, too. */
export const linkTo = ({ at, table }: Kept) => (table ? `/replay/${table}` : `/replay?game=${at}`)

const keptAt = (table: string) => keptGames().find((game) => game.table === table)

/** Keeps a game that was played here; its link. */
export function keepLocal(game: Recorded): string {
  opened = game
  const games = keptGames()
  const known = games.find(({ record }) => record === game.record)
  if (known) return linkTo(known)
  const kept: Kept = { ...game, at: Date.now() }
  const all = [kept, ...games].slice(0, most)
  // Where there is no room, the oldest make it.
  for (; all.length > 0; all.pop())
    try {
      localStorage.setItem(key, JSON.stringify(all))
      return linkTo(kept)
    } catch {
      continue
    }
  return justOpened // It is seen, and not kept.
}

/** A finished game as the server has it. Fails where there is none. */
export async function fetchGame(table: string): Promise<Recorded> {
  const [record, sidecar] = await Promise.all(
    ['jsonl', 'sidecar.json'].map((ending) => fetch(`/records/${encodeURIComponent(table)}.${ending}`)),
  )
  if (!record!.ok) throw new Error('no such record')
  return { record: await record!.text(), sidecar: sidecar!.ok ? await sidecar!.text() : null, names: [], table }
}

/** Keeps a game that I finished at a server's table. */
export async function keepOnline(table: string, names: string[], me: number) {
  if (keptAt(table)) return
  try {
    keepLocal({ ...(await fetchGame(table)), names, me })
  } catch {
    // No connection just now: it is kept when its table is looked at again.
  }
}

/** One from a server's table: as it was kept here, or as the server has it. */
export const online = async (table: string): Promise<Recorded> => keptAt(table) ?? (await fetchGame(table))

/** The address of a game that is looked at and not kept. */
export const justOpened = '/replay?opened'

/** From a file: its owner keeps it. */
export const openLocal = (game: Recorded) => void (opened = game)

/** The game that an address such as /replay?game=1 or /replay?opened asks for. */
export function local(search: string): Recorded | null {
  const asked = new URLSearchParams(search)
  if (asked.has('opened')) return opened
  return keptGames().find((game) => String(game.at) === asked.get('game')) ?? null
}

/** A game's replay; records name nobody, so its link does. */
export const replayLink = (table: string, names: string[]) =>
  `/replay/${table}?${new URLSearchParams(names.map((name) => ['name', name]))}`

/** The same with its decisions judged. */
export const reviewLink = (replay: string) => `${replay}${replay.includes('?') ? '&' : '?'}review`
