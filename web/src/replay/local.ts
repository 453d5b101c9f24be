// The game that is looked at without a server: one played in this page, or one from a file.

export interface Recorded {
  record: string
  sidecar: string | null
  /** Who played, where that is known. */
  names: string[]
  /** Which of them looks at it, where it was played in this page. */
  me?: number
}

let kept: Recorded | null = null

export const keepLocal = (game: Recorded) => void (kept = game)
export const local = () => kept

/** A game's replay; records name nobody, so its link does. */
export const replayLink = (table: string, names: string[]) =>
  `/replay/${table}?${new URLSearchParams(names.map((name) => ['name', name]))}`
