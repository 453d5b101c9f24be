import { about, t } from '../i18n/i18n.svelte'
import type { Move, Seat } from '../protocol'
import type { Player } from '../dojo/types'
import type { Decision } from './analysis'

const nameOf = (players: Player[], seat: Seat) => players[seat]!.name

/** What somebody did, or should have done: "challenge", "give it to Aiko". */
function deed(move: Move, players: Player[]): string {
  if ('give' in move)
    return move.give === move.seat ? t('deed.keep') : about('deed.give', players[move.give]!)
  if ('challenge' in move) return t(move.challenge ? 'deed.challenge' : 'deed.pass')
  if ('throw' in move) return t(`gesture.${move.throw}`)
  if ('swap' in move) return t(move.swap ? 'deed.swap' : 'deed.keepMine')
  return ''
}

/** A mistake in one sentence. Where things went wrong on the floor, the table shows it. */
export function mistakeInWords({ round, seat, chosen, best, loss }: Decision, players: Player[]): string {
  const values = { round, name: nameOf(players, seat), percent: Math.round(100 * loss) }
  if ('place' in chosen) return t('mistake.place', values)
  if ('trophy_at' in chosen) return t('mistake.hang', values)
  return t('mistake.choice', { ...values, chosen: deed(chosen, players), best: deed(best, players) })
}
