import type { OneDojo } from '../protocol'
import * as size from './sheet'
import type { Edition } from './types'

/** The part of a dojo to draw, in its own coordinates, and where its frame may still grow. */
export interface Frame {
  top: number
  left: number
  rows: number
  columns: number
  growsDown: boolean
  growsAcross: boolean
}

function span(values: number[], length: number, room: boolean) {
  const first = values.length > 0 ? Math.min(...values) : 0
  const used = values.length > 0 ? Math.max(...values) - first + 1 : 1
  const grows = used < length
  // Unsettled, the frame is drawn around the middle of the cards; with room, one more on either side.
  if (room && values.length > 0 && grows) return { first: first - 1, length: used + 2, grows }
  return { first: first - (length - used) / 2, length, grows }
}

export function frameOf({ cards }: OneDojo, edition: Edition, room: boolean): Frame {
  if (edition === 'en')
    return { top: 0, left: 0, rows: size.rows, columns: size.columns, growsDown: false, growsAcross: false }
  const rows = span(
    cards.map(({ row }) => row),
    size.rows,
    room,
  )
  const columns = span(
    cards.map(({ column }) => column),
    size.columns,
    room,
  )
  return {
    top: rows.first,
    left: columns.first,
    rows: rows.length,
    columns: columns.length,
    growsDown: rows.grows,
    growsAcross: columns.grows,
  }
}

/** Rows and columns as people count them: from one, at the first that holds a card. */
export function origin({ cards }: OneDojo, edition: Edition): { row: number; column: number } {
  if (edition === 'en' || cards.length === 0) return { row: -1, column: -1 }
  return {
    row: Math.min(...cards.map(({ row }) => row)) - 1,
    column: Math.min(...cards.map(({ column }) => column)) - 1,
  }
}
