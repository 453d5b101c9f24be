// Every sentence about a roll, told of me and of somebody else, in both languages.

import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { TatamokatsuPosition } from '../protocol'
import type { Story, Why } from './finish'

vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('localStorage', { getItem: () => null })
const { settings } = await import('../ui/settings.svelte')
const { headline, samurai, toldLosses, turn, whyText } = await import('./words')

const names = ['Vous', 'Aiko']
const story = (more: Partial<Story>): Story => ({
  sum: 10,
  claimer: null,
  risen: null,
  losses: [],
  recovered: null,
  rolloffs: [],
  ...more,
})
const position = { meaning: { kind: 'sum' }, winners: [] } as unknown as TatamokatsuPosition
const because = [
  'shout',
  'slap',
  'grab',
  'drop',
  'low_sum',
  'no_salute',
  'early_salute',
  'no_slap',
  'last_slap',
] as const

/** All that can be said where `who` does everything, and I am seat 0. */
function everything(who: 0 | 1): string[] {
  const seats = [0]
  const why: Why[] = [
    ...because.map((each) => ({ because: each })),
    { because: 'strike', by: who },
    { because: 'claim', by: who },
  ]
  return [
    headline(position, story({ claimer: who }), names, seats),
    headline(position, story({ claimer: who, recovered: 'thumb' }), names, seats),
    headline(position, story({ risen: who }), names, seats),
    turn('throws', who, names, seats),
    turn('chooses', who, names, seats),
    samurai({ ...position, winners: [who] }, names, seats),
    samurai({ ...position, winners: [0, 1] }, names, who === 0 ? seats : []),
    ...why.map((each) => whyText(each, 10, names, seats)),
    ...toldLosses(story({ losses: why.map((each) => ({ seat: who, finger: 'thumb', ...each })) }), names, seats).map(
      ({ text }) => text,
    ),
  ]
}

describe('French', () => {
  beforeEach(() => void (settings.language = 'fr'))

  test('“vous” has verbs of its own, and no name is “vous”', () => {
    for (const sentence of everything(0)) {
      for (const [, verb] of sentence.matchAll(/(?<!\p{L})vous (?:l’|voilà|êtes|et )?(\p{L}*)/giu))
        expect(verb === '' || /(?:ez|de|Aiko|le|samouraï)$/u.test(verb!), sentence).toBe(true)
      expect(sentence).not.toMatch(/[Vv]ous (?:a|perd|lance|choisit|est|n’a|récupère|partagent)(?!\p{L})/u)
    }
  })
  test('somebody else is told of in the third person', () => {
    for (const sentence of everything(1))
      expect(sentence, sentence).not.toMatch(/Aiko (?:avez|perdez|lancez|choisissez|êtes|récupérez)/)
    expect(everything(1)[0]).toBe('Aiko a réagi en premier')
    expect(everything(0)[0]).toBe('Vous avez réagi en premier')
  })
})

test('English tells “you” apart, too', () => {
  settings.language = 'en'
  names[0] = 'You'
  for (const sentence of everything(0))
    expect(sentence, sentence).not.toMatch(/You (?:was|loses|rolls|chooses|is|recovers|has)\b/)
  for (const sentence of everything(1))
    expect(sentence, sentence).not.toMatch(/Aiko (?:were|lose|roll|choose|are|recover|have)\b/)
})
