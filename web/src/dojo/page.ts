import { t } from '../i18n/i18n.svelte'
import { games } from '../protocol'
import type { GamePage } from '../table/page'
import Options from './Options.svelte'

export const dojo: GamePage<'dojo'> = {
  name: 'dojo',
  online: () => import('./Online.svelte'),
  Options,
  pace: ({ tempo }) => t(`open.tempo.${tempo}`),
  terms: (header) =>
    header.game === 'dojo'
      ? [
          t(`open.edition.${header.edition ?? games.dojo.options.editions[0]}`),
          ...(header.variants ?? []).map((variant) => t(`open.variant.${variant}`)),
        ]
      : [],
  isReviewed: true,
  isParty: false,
}
