// Games played on from a moment of another: what would have come of it.

import { keptDiary, newDiary, type Diary } from '../connection/offline'
import type { DojoHeader } from '../dojo/types'
import type { Seat } from '../protocol'
import { branchOf, outcomeOf } from '../tatami'
import { packed } from './address'
import { justOpened, keptGames, linkTo, nameOf, type Kept, type Recorded } from './local'

/** Where a game was left for another course. */
export interface Origin {
  /** Which game, by what is in its record. */
  of: string
  /** Its replay. */
  link: string
  /** So many lines had happened. */
  line: number
  /** Whose decisions are made anew. */
  seat: Seat
  names: string[]
  /** What that seat scored in the end. */
  points?: number
  /** The game itself, where no server has it: whoever gets a link to the branch can open it, too. */
  record?: string
}
export interface Branch extends Diary {
  origin: Origin
}

const prefix = 'tatami.whatif.'
/** As many may be under way; the oldest make room. */
const most = 10

export const keyOf = (id: string) => prefix + id

const isBranch = (diary: Diary | null): diary is Branch =>
  typeof (diary as Branch | null)?.origin?.of === 'string' && typeof diary?.soFar === 'string'

export function branchNamed(id: string): Branch | null {
  const { diary } = keptDiary(keyOf(id))
  return isBranch(diary) ? diary : null
}

const ids = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .sort()

/** The branches of a game: those under way here and those that were finished, each with its address. */
export function branchesOf(record: string): { line: number; link: string; over: boolean }[] {
  const of = nameOf(record)
  const going = ids().flatMap((id) => {
    const origin = branchNamed(id)?.origin
    return origin?.of === of ? [{ line: origin.line, link: `/whatif/${id}`, over: false }] : []
  })
  const finished = keptGames().flatMap((game: Kept) =>
    game.origin?.of === of ? [{ line: game.origin.line, link: linkTo(game), over: true }] : [],
  )
  return [...going, ...finished].sort((a, b) => a.line - b.line)
}

/** The moment where it left the other game. */
export function backTo({ link, line }: Origin): string {
  const [page, letters = ''] = link.split('#')
  return `${page}#${line}${letters}`
}

/** Begins another course of a game, from what a seat knew; its address. */
export async function beginBranch(game: Recorded, line: number, seat: Seat, link: string): Promise<string> {
  const soFar = await branchOf(game.record, line, seat)
  const header = JSON.parse(soFar.split('\n', 1)[0]!) as DojoHeader
  const end = await outcomeOf(game.record)
  const points = 'result' in end ? end.result.scores?.[seat] : undefined
  const record = game.table ? undefined : game.record
  // What was opened from a file is nowhere after a reload, but in an address.
  const back = link === justOpened ? `/replay#~${await packed(game)}` : link
  const origin: Origin = { of: nameOf(game.record), link: back, line, seat, names: game.names, points, record }
  const branch: Branch = { ...newDiary({ header, tempo: 'untimed' }), soFar, origin }
  const id = branch.opened.toString(36)
  for (const old of ids().slice(0, -(most - 1))) localStorage.removeItem(keyOf(old))
  localStorage.setItem(keyOf(id), JSON.stringify(branch))
  return `/whatif/${id}`
}
