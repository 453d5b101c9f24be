// Games that are looked at without a server: those played in this page, and one from a file.

export interface Recorded {
  record: string
  sidecar: string | null
  /** Who played, where that is known. */
  names: string[]
  /** Which of them looks at it, where it was played in this page. */
  me?: number
}
export interface Kept extends Recorded {
  /** When it was kept, in ms. */
  at: number
}

const key = 'tatami.replays'
const most = 5

let opened: Recorded | null = null

/** The last games played here, the newest first. */
export function keptGames(): Kept[] {
  try {
    const games: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(games) ? (games as Kept[]) : []
  } catch {
    return []
  }
}

const linkTo = ({ at }: Kept) => `/replay?game=${at}`

/** Keeps a game that was played here; its link. */
export function keepLocal(game: Recorded): string {
  opened = game
  const games = keptGames()
  const known = games.find(({ record }) => record === game.record)
  if (known) return linkTo(known)
  const kept: Kept = { ...game, at: Date.now() }
  try {
    localStorage.setItem(key, JSON.stringify([kept, ...games].slice(0, most)))
  } catch {
    return '/replay' // No room: it is seen, and not kept.
  }
  return linkTo(kept)
}

/** From a file: its owner keeps it. */
export const openLocal = (game: Recorded) => void (opened = game)

/** The game that an address such as /replay?game=1 asks for, or the one opened last. */
export function local(search: string): Recorded | null {
  const at = new URLSearchParams(search).get('game')
  return (at === null ? null : keptGames().find((game) => String(game.at) === at)) ?? opened
}

/** A game's replay; records name nobody, so its link does. */
export const replayLink = (table: string, names: string[]) =>
  `/replay/${table}?${new URLSearchParams(names.map((name) => ['name', name]))}`
