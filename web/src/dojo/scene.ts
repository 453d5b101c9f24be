import type { DojoPosition, Duel, GameEvent } from '../protocol'

/** Something that deserves a look of its own. */
export interface Scene {
  kind: 'challenge' | 'bout' | 'swap'
  duel: Duel
  /** How long it is looked at, in ms. */
  lasts: number
}

const lengths = { challenge: 1300, bout: 1100, swap: 900 }

function kindOf(event: GameEvent): Scene['kind'] | undefined {
  if ('challenge' in event && event.challenge) return 'challenge'
  // A first throw waits unseen for the second.
  if ('throw' in event && event.throw !== null) return 'bout'
  if ('swap' in event && event.swap) return 'swap'
}

export function sceneOf(events: GameEvent[], { duel }: Pick<DojoPosition, 'duel'>): Scene | null {
  const kind = events.map(kindOf).find((each) => each !== undefined)
  return kind && duel ? { kind, duel, lasts: lengths[kind] } : null
}

const glances: [what: string, ms: number][] = [
  ['trophy_at', 600],
  ['place', 450],
  ['give', 350],
  ['challenge', 300],
]

/** How long what happened is looked at: as long as the greatest thing in it deserves. */
export function lookAt(events: GameEvent[]): number {
  const scene = events.map(kindOf).find((each) => each !== undefined)
  if (scene) return lengths[scene]
  return glances.find(([what]) => events.some((event) => what in event))?.[1] ?? 0
}
