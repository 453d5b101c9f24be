// What people are heard to do. What is shouted stands beside their hand, too (HandOf.svelte).

import type { Deed, Heard, Seat } from '../protocol'
import { play, say } from '../ui/sound'
import { spelled } from '../ui/voice'

const words: Partial<Record<Deed, string>> = { shout: 'tatamokatsu', salute: 'hai' }

/** A sum that is announced is counted aloud. */
export function voice(deed: Deed, seat: Seat, sum?: Heard['sum']) {
  const word = deed === 'announce' ? (sum === undefined ? undefined : spelled(sum)) : words[deed]
  if (word !== undefined && say(word, seat)) return
  if (deed !== 'announce') play(deed)
}
