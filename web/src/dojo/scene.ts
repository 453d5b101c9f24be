import type { DojoPosition, Duel, GameEvent, Update } from '../protocol'
import type { Pace } from '../ui/settings.svelte'

/** Something that deserves a look of its own. */
export interface Scene {
  kind: 'challenge' | 'bout' | 'swap'
  duel: Duel
  /** How long it is looked at, in ms. */
  lasts: number
}

const lengths = { challenge: 1700, bout: 1100, swap: 900 }
const slowness: Record<Pace, number> = { calm: 2, normal: 1, quick: 0.4 }

/** A first throw waits unseen for the second. */
function kindOf(events: GameEvent[], bothThrew: boolean): Scene['kind'] | undefined {
  for (const event of events) {
    if ('challenge' in event && event.challenge) return 'challenge'
    if ('throw' in event && bothThrew) return 'bout'
    if ('swap' in event && event.swap) return 'swap'
  }
}

export function sceneOf(
  events: GameEvent[],
  { duel, phase, to_act }: Pick<DojoPosition, 'duel' | 'phase' | 'to_act'>,
  pace: Pace = 'normal',
): Scene | null {
  const kind = kindOf(events, phase !== 'throws' || to_act.length > 1)
  return kind && duel ? { kind, duel, lasts: lengths[kind] * slowness[pace] } : null
}

const glances: [what: string, ms: number][] = [
  ['trophy_at', 600],
  ['place', 450],
  ['give', 350],
  ['challenge', 300],
]

/** How long an update is looked at: as long as the greatest thing in it deserves. */
export function lookAt({ events, dojo }: Pick<Update, 'events' | 'dojo'>, pace: Pace = 'normal'): number {
  const scene = kindOf(events, dojo?.duel != null)
  const ms = scene ? lengths[scene] : (glances.find(([what]) => events.some((event) => what in event))?.[1] ?? 0)
  return ms * slowness[pace]
}
