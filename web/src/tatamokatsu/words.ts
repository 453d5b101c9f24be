// What a window's end is called, in the language of the page.

import { about, list, t } from '../i18n/i18n.svelte'
import type { Seat, TatamokatsuPosition } from '../protocol'
import type { Loss, Story, Why } from './finish'

export const rollName = (roll: readonly string[]) => roll.join(', ')

/** Where several share a device, everybody is called by name. */
const isMe = (seat: Seat, seats: Seat[]) => seats.length === 1 && seats[0] === seat

export function headline(position: TatamokatsuPosition, story: Story, names: string[], seats: Seat[]): string {
  const { meaning } = position
  if (story.claimer !== null) {
    const mine = isMe(story.claimer, seats)
    const name = names[story.claimer]!
    if (story.recovered)
      return t(mine ? 'finish.recovered.me' : 'finish.recovered', { name, finger: t(`finger.${story.recovered}`) })
    return t(mine ? 'finish.claim.me' : 'finish.claim', { name })
  }
  if (story.risen !== null)
    return t(isMe(story.risen, seats) ? 'finish.risen.me' : 'finish.risen', { name: names[story.risen]! })
  if (!meaning) return ''
  if (meaning.kind !== 'sum') return t(`finish.${meaning.kind}`)
  return t('finish.sum', { sum: story.sum ?? '' })
}

/** Whose turn it is to throw or to choose. */
export const turn = (what: 'throws' | 'chooses', seat: Seat, names: string[], seats: Seat[]) =>
  about(`fingers.${what}`, { name: names[seat]!, me: isMe(seat, seats) })

/** Mine first, each with its reason. */
export const toldLosses = ({ losses, sum }: Story, names: string[], seats: Seat[]) =>
  losses
    .map((loss) => ({ text: lossText(loss, sum, names, seats), mine: seats.includes(loss.seat) }))
    .sort((a, b) => Number(b.mine) - Number(a.mine))

function lossText(loss: Loss, sum: number | null, names: string[], seats: Seat[]): string {
  const mine = isMe(loss.seat, seats)
  const values = { name: names[loss.seat]!, finger: t(`finger.${loss.finger}`) }
  return `${t(mine ? 'finish.lost.me' : 'finish.lost', values)} ${whyText(loss, sum, names, seats)}`
}

export function whyText(why: Why, sum: number | null, names: string[], seats: Seat[]): string {
  const values = { by: 'by' in why ? names[why.by]! : '', sum: sum ?? '' }
  const mine = 'by' in why && isMe(why.by, seats)
  return t(mine ? `why.${why.because}.me` : `why.${why.because}`, values)
}

export function samurai({ winners }: TatamokatsuPosition, names: string[], seats: Seat[]): string {
  if (winners.length > 1) {
    const others = winners.filter((seat) => !isMe(seat, seats))
    return t(others.length < winners.length ? 'fingers.samurais.me' : 'fingers.samurais', {
      names: list(others.map((seat) => names[seat]!)),
    })
  }
  return t(isMe(winners[0]!, seats) ? 'fingers.samurai.me' : 'fingers.samurai', { names: names[winners[0]!]! })
}
