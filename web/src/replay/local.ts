// The game that is looked at without a server: one played in this page, or one from a file.

export interface Recorded {
  record: string
  sidecar: string | null
}

let kept: Recorded | null = null

export const keepLocal = (game: Recorded) => void (kept = game)
export const local = () => kept
