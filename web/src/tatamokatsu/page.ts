import { t } from '../i18n/i18n.svelte'
import type { GamePage } from '../table/page'
import MenuItems from './MenuItems.svelte'
import Options from './Options.svelte'
import { relaxed } from './types'

export const tatamokatsu: GamePage<'tatamokatsu'> = {
  name: 'tatamokatsu',
  online: () => import('./Online.svelte'),
  Options,
  MenuItems,
  // A race has no time to decide: its windows tell how fast it is.
  pace: ({ header }) =>
    t(
      header.game === 'tatamokatsu' && header.timing?.window === relaxed.window
        ? 'open.window.relaxed'
        : 'open.window.usual',
    ),
  terms: () => [],
  isReviewed: false,
  isParty: true,
}
