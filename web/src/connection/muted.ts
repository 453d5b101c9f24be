// Whom I do not want to hear, table by table; null: those who have no seat. A server forgets it with the connection.

import type { Seat } from '../protocol'

const key = 'tatami.muted'
const tablesKept = 50

type Muted = [table: string, seats: (Seat | null)[]][]

function kept(): Muted {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as Muted
  } catch {
    return []
  }
}

export const mutedAt = (table: string): (Seat | null)[] => kept().find(([each]) => each === table)?.[1] ?? []

export function keepMuted(table: string, seats: (Seat | null)[]) {
  const others = kept().filter(([each]) => each !== table)
  const all: Muted = seats.length > 0 ? [...others, [table, seats]] : others
  localStorage.setItem(key, JSON.stringify(all.slice(-tablesKept)))
}
