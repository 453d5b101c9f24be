// One puzzle a day, the same for everybody, and how many days in a row were solved.

import type { Move, PuzzlesOfGame, Seat } from '../protocol'

/** As `tatami puzzles` writes them. */
export type Game = PuzzlesOfGame
export interface Puzzle {
  record: string
  /** So many lines have happened. */
  lines: number
  seat: Seat
  best: Move
  /** How far it is ahead of any other choice. */
  percent: number
  /** How many of the house players that were asked missed it. */
  missed: number
  asked: number
}

/** The days since 1970, of universal time: a day begins for everybody at once. */
export const dayOf = (date: Date) => Math.floor(date.getTime() / 86_400_000)

/** 2026-11-16 */
export const written = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** The day of the first puzzle. */
export const firstDay = dayOf(new Date('2026-11-16'))

/** The day that an address names; null where it names none, or one without a puzzle: before the first, or to come. */
export function namedDay(text: string, today: number): number | null {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) / 86_400_000 : NaN
  return Number.isInteger(day) && firstDay <= day && day <= today ? day : null
}

/** Games that are added in later versions come after so many before them: no day that was changes its puzzle. */
const chapter = 24

/** Days that follow each other show different games. */
export function puzzleOf(day: number, games: Game[]): Puzzle {
  const order: Puzzle[] = []
  for (let from = 0; from < games.length; from += chapter) {
    const some = games.slice(from, from + chapter)
    const turns = Math.max(...some.map(({ puzzles }) => puzzles.length))
    for (let turn = 0; turn < turns; ++turn)
      for (const { record, puzzles } of some) {
        const puzzle = puzzles[turn]
        if (puzzle) order.push({ ...puzzle, record, lines: puzzle.line - 1 })
      }
  }
  return order[Math.max(0, day - firstDay) % order.length]!
}

export type Grade = 'easy' | 'medium' | 'hard'
export const gradeOf = ({ missed, asked }: Pick<Puzzle, 'missed' | 'asked'>): Grade =>
  3 * missed < asked ? 'easy' : 3 * missed < 2 * asked ? 'medium' : 'hard'

const key = 'tatami.puzzle'

interface Answered {
  /** The last day that was answered, and how. */
  day: number
  answer: Move
  /** Days in a row up to it. */
  streak: number
}

export function answered(): Answered | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Answered | null
    return typeof kept?.day === 'number' && typeof kept.streak === 'number' ? kept : null
  } catch {
    return null
  }
}

/** Days in a row that were solved, until yesterday or today. */
export function streakOn(today: number): number {
  const last = answered()
  return last && last.day >= today - 1 ? last.streak : 0
}

/** The first answer of a day counts. */
export function keepAnswer(today: number, answer: Move, right: boolean) {
  if (answered()?.day === today) return
  const kept: Answered = { day: today, answer, streak: right ? streakOn(today) + 1 : 0 }
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // No room: it is not counted.
  }
}
