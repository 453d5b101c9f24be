import { t } from '../i18n/i18n.svelte'
import type { Trophy } from '../protocol'
import type { Edition, Variant } from './types'

/** What a game is played by, as far as it changes what a trophy does. */
export interface Terms {
  edition: Edition
  variants: readonly Variant[]
}

/** What a trophy does in this game: nothing but count in White Belt (D19). */
export function trophyLine(trophy: Trophy, { edition, variants }: Terms): string {
  if (variants.includes('white-belt')) return t('trophy.white')
  return t(trophy === 'incense' && edition === 'en' ? 'trophy.incense.line.en' : `trophy.${trophy}.line`)
}
