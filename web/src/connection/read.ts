// Which messages of a chat have been read, table by table: they are not new after a reload.

const key = 'tatami.read'
const tablesKept = 50

type Read = [table: string, number: number][]

function kept(): Read {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(all) ? (all as Read) : []
  } catch {
    return []
  }
}

/** The last message that was read at a table. */
export const readAt = (table: string): number => kept().find(([each]) => each === table)?.[1] ?? 0

export function keepRead(table: string, number: number) {
  const others = kept().filter(([each]) => each !== table)
  localStorage.setItem(key, JSON.stringify([...others, [table, number]].slice(-tablesKept)))
}
