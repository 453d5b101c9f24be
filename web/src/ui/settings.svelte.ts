import type { Look } from '../art/looks'
import type { Level } from '../connection/levels'
import type { Hand } from '../protocol'
import type { Quickness } from '../tatamokatsu/types'
import { languages, type Language } from '../i18n/languages'

/** How long the moves of others are looked at. */
export const paces = ['calm', 'normal', 'quick'] as const
export type Pace = (typeof paces)[number]

export const themes = ['auto', 'paper', 'night'] as const

interface Settings {
  language: Language
  theme: (typeof themes)[number]
  sound: boolean
  vibration: boolean
  /** Shouts and bows are voices, not only noises. */
  voices: boolean
  /** Numerals on the dice instead of strokes. */
  numerals: boolean
  /** What others call me. */
  name: string
  /** Whom I meet when I play alone. */
  level: Level
  /** The same in Tatamokatsu, and the hand I play it with. */
  quickness: Quickness
  hand: Hand
  /** How it looks. */
  look: Look
  /** Dice are thrown by one press, without shaking. */
  gentle: boolean
  /** The first roll of Tatamokatsu has been thrown, with a guide. */
  guided: boolean
  /** The list of its cases beside the dice. */
  crib: boolean
  /** In the help: the cards still out, the odds of a challenge. */
  help: boolean
  /** Every decision of Dojo is explained, until a game is over. */
  coach: boolean
  /** A game or the lesson has been played to the end: the lesson is offered no more. */
  taught: boolean
  /** Null until one is chosen: calm for whoever is being coached. */
  pace: Pace | null
}

const key = 'tatami.settings'

const isOurs = (tag: string): tag is Language => (languages as readonly string[]).includes(tag)
const spoken = () => navigator.languages.map((tag) => tag.slice(0, 2)).find(isOurs) ?? 'en'

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Settings>
  } catch {
    return {}
  }
}

export const settings: Settings = $state({
  language: spoken(),
  theme: 'auto',
  sound: true,
  vibration: true,
  voices: true,
  numerals: false,
  name: '',
  level: 'novice',
  quickness: 'child',
  hand: 'right',
  look: { skin: 'light', sleeve: 'ink', mark: 'plain' },
  gentle: false,
  guided: false,
  crib: false,
  help: true,
  coach: true,
  taught: false,
  pace: null,
  ...kept(),
})

/** How long the house players' moves are looked at. */
export const paceNow = (): Pace => settings.pace ?? (settings.coach ? 'calm' : 'normal')

$effect.root(() => {
  $effect(() => {
    localStorage.setItem(key, JSON.stringify(settings))
  })
  $effect(() => {
    document.documentElement.lang = settings.language
    document.documentElement.dataset.theme = settings.theme
  })
})
