// One sentence about the decision at hand, for somebody who plays for the first time.

import { t } from '../i18n/i18n.svelte'
import type { DojoOwn, DojoPosition, Trophy } from '../protocol'
import type { Variant } from './types'

const kinds = ['give', 'challenge', 'throw', 'swap', 'place', 'trophy_at'] as const
/** What somebody is asked to decide. */
export type Ask = (typeof kinds)[number]

/** The section of the rules that tells about it. */
export const chapters = {
  give: 'round',
  challenge: 'round',
  throw: 'variants',
  swap: 'round',
  place: 'rows',
  trophy_at: 'trophies',
} as const satisfies Record<Ask, string>

/** What I am asked, or null where I am not. */
export const asked = (own: Pick<DojoOwn, 'legal'> | null): Ask | null => {
  const move = own?.legal[0]
  return (move && kinds.find((kind) => kind in move)) ?? null
}

/** What the decision is about. */
export const sentence = (ask: Ask, variants: readonly Variant[]): string =>
  t(ask === 'challenge' && variants.includes('black-belt') ? 'coach.challenge.throws' : `coach.${ask}`)

/** The trophy that this round is about. */
export const atStake = ({ face_up, prize }: Pick<DojoPosition, 'face_up' | 'prize'>): Trophy | null => prize ?? face_up
