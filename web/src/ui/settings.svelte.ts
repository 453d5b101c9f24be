import type { Level } from '../line/levels'
import type { Hand } from '../protocol'
import type { Quickness } from '../tatamokatsu/types'
import { languages, type Language } from '../i18n/languages'

export const themes = ['auto', 'paper', 'night'] as const

interface Settings {
  language: Language
  theme: (typeof themes)[number]
  sound: boolean
  vibration: boolean
  /** Numerals on the dice instead of strokes. */
  numerals: boolean
  /** What others call me. */
  name: string
  /** Whom I meet when I play alone. */
  level: Level
  /** The same in Tatamokatsu, and the hand I play it with. */
  quickness: Quickness
  hand: Hand
  /** Dice are thrown by one press, without shaking. */
  gentle: boolean
  /** My dojo's worth, the cards still out, the odds of a challenge. */
  help: boolean
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
  numerals: false,
  name: '',
  level: 'novice',
  quickness: 'child',
  hand: 'right',
  gentle: false,
  help: true,
  ...kept(),
})

$effect.root(() => {
  $effect(() => {
    localStorage.setItem(key, JSON.stringify(settings))
  })
  $effect(() => {
    document.documentElement.lang = settings.language
    document.documentElement.dataset.theme = settings.theme
  })
})
