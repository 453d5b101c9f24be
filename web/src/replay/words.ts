import { about, list, t } from '../i18n/i18n.svelte'
import { cellName } from '../dojo/words'
import type { Edition } from '../dojo/types'
import type { Decision, Move, OneDojo, Seat } from '../protocol'
import type { Player } from '../dojo/types'

const nameOf = (players: Player[], seat: Seat) => players[seat]!.name

/** What somebody did, or should have done: "challenge", "give it to Aiko". */
function deed(move: Move, players: Player[]): string {
  if ('give' in move) return move.give === move.seat ? t('deed.keep') : about('deed.give', players[move.give]!)
  if ('challenge' in move) return t(move.challenge ? 'deed.challenge' : 'deed.pass')
  if ('throw' in move) return t(`gesture.${move.throw}`)
  if ('swap' in move) return t(move.swap ? 'deed.swap' : 'deed.keepMine')
  return ''
}

/** The same, with the place where a card or a trophy went. */
export function deedInWords(move: Move, players: Player[], dojo: OneDojo, edition: Edition): string {
  if ('place' in move) return cellName(dojo, edition, move.place[0], move.place[1])
  if (!('trophy_at' in move)) return deed(move, players)
  const at = move.trophy_at
  return 'row' in at ? cellName(dojo, edition, at.row, undefined) : cellName(dojo, edition, undefined, at.column)
}

/** A mistake in one sentence. Where things went wrong on the floor, the table shows it. */
export function mistakeInWords({ round, seat, chosen, best, loss }: Decision, players: Player[]): string {
  const values = { round: round!, name: nameOf(players, seat), percent: Math.round(100 * loss) }
  if ('place' in chosen) return t('mistake.place', values)
  if ('trophy_at' in chosen) return t('mistake.hang', values)
  return t('mistake.choice', { ...values, chosen: deed(chosen, players), best: deed(best, players) })
}

/** "You win", "Aiko and Ren share the victory". */
export function victory(winners: { name: string; me?: boolean }[]): string {
  if (winners.length === 1) return about('count.winner', winners[0]!)
  const names = list(winners.filter(({ me }) => !me).map(({ name }) => name))
  return t(winners.some(({ me }) => me) ? 'count.winners.me' : 'count.winners', { names })
}
