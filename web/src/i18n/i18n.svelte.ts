import { settings } from '../ui/settings.svelte'
import en from './en'
import fr from './fr'

export type Key = keyof typeof en
type Values = Record<string, string | number>

const texts = { en, fr } satisfies Record<string, Record<Key, string>>
/** No line begins with a sign that belongs to the word before it. */
const bound = (text: string) => text.replace(/ (?=[:;!?%»])|(?<=«) /g, '\u00a0')

export function t(key: Key, values: Values = {}): string {
  return bound(texts[settings.language][key]).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

export const form = (n: number) => (new Intl.PluralRules(settings.language).select(n) === 'one' ? 'one' : 'other')

/** "1 point", "3 points": the stem has the keys stem.one and stem.other. */
export function count(stem: 'points' | 'cards', n: number): string {
  return t(`${stem}.${form(n)}`, { n })
}

type Stem<K> = K extends `${infer Name}.me` ? Name & Key : never

/** A sentence about somebody. About me it is told in the second person: the text has a key stem.me. */
export const about = (stem: Stem<Key>, who: { name: string; me?: boolean }, values: Values = {}) =>
  t(who.me ? `${stem}.me` : stem, { ...values, name: who.name })

export const list = (parts: string[]) => new Intl.ListFormat(settings.language).format(parts)

/** "45 seconds", "2 minutes". */
export function timeOf(seconds: number): string {
  const [unit, n] = seconds < 120 ? ['second', seconds] : ['minute', seconds / 60]
  return new Intl.NumberFormat(settings.language, { style: 'unit', unit, unitDisplay: 'long' }).format(n)
}
