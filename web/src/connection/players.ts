import type { Player } from '../dojo/types'
import { t } from '../i18n/i18n.svelte'
import type { Table } from '../protocol'
import { settings } from '../ui/settings.svelte'

/** House players have names, too; one for each seat. */
export const houseNames = ['Haru', 'Kenta', 'Mei', 'Ren', 'Sora']

/** Everybody in the third person, for records that others may look at. */
export const namesOf = (table: Table): string[] =>
  playersOf(table).map(({ name, me }, seat) =>
    me && !table.chairs[seat]!.name ? settings.name || t('player.guest', { n: seat + 1 }) : name,
  )

export const playersOf = ({ chairs, you }: Table): Player[] =>
  chairs.map(({ name, sitter, connected, away }, seat) => {
    const called = sitter === 'bot' ? houseNames[seat]! : name || (seat === you ? settings.name : '')
    return {
      sitter,
      connected,
      away,
      me: seat === you,
      name: called || t(seat === you ? 'player.me' : 'player.guest', { n: seat + 1 }),
    }
  })
