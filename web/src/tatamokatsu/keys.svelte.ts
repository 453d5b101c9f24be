// Which key does what: each hand that plays alone has its own, and so has each who shares a keyboard.

import { SvelteMap } from 'svelte/reactivity'
import { fingers } from '../art/hands'
import type { Hand } from '../protocol'
import { deeds, type Reflex } from './types'

export const reflexes: readonly Reflex[] = [...deeds, ...fingers]
/** By the key's place, whatever is printed on it. */
export type Keys = Record<Reflex, string>
export type Owner = Hand | 'first' | 'second' | 'third' | 'fourth'
export const sharing: readonly Owner[] = ['first', 'second', 'third', 'fourth']

const keys = (...codes: string[]) => Object.fromEntries(reflexes.map((reflex, i) => [reflex, codes[i]!])) as Keys

export const usual: Record<Owner, Keys> = {
  // One hand shows its fingers, the other acts.
  right: keys('KeyF', 'KeyS', 'Space', 'KeyM', 'KeyJ', 'KeyK', 'KeyL', 'Semicolon'),
  left: keys('KeyJ', 'KeyL', 'Space', 'KeyC', 'KeyF', 'KeyD', 'KeyS', 'KeyA'),
  first: keys('KeyD', 'KeyA', 'KeyC', 'KeyT', 'KeyR', 'KeyE', 'KeyW', 'KeyQ'),
  second: keys('KeyK', 'Semicolon', 'KeyM', 'KeyY', 'KeyU', 'KeyI', 'KeyO', 'KeyP'),
  third: keys('Digit7', 'Digit9', 'Minus', 'Digit5', 'Digit4', 'Digit3', 'Digit2', 'Digit1'),
  fourth: keys('Space', 'KeyB', 'KeyN', 'KeyV', 'KeyF', 'KeyG', 'KeyH', 'KeyJ'),
}

const store = 'tatami.keys'
/** Only what is whole: whatever else lies there gives way to the usual keys. */
function kept(): Partial<Record<Owner, Keys>> {
  try {
    const all = JSON.parse(localStorage.getItem(store) ?? '{}') as Partial<Record<Owner, Keys>>
    const whole = Object.entries(all ?? {}).filter(
      ([owner, mine]) => owner in usual && reflexes.every((each) => typeof mine?.[each] === 'string'),
    )
    return Object.fromEntries(whole)
  } catch {
    return {}
  }
}
export const keysOf: Record<Owner, Keys> = $state({ ...structuredClone(usual), ...kept() })

$effect.root(() => {
  $effect(() => localStorage.setItem(store, JSON.stringify(keysOf)))
})

/** Whoever of those at one keyboard had that key before gets the other in exchange: no key means two things. */
export function remap(owner: Owner, reflex: Reflex, code: string) {
  // Hands that play alone never meet.
  for (const other of sharing.includes(owner) ? sharing : [owner]) {
    const before = reflexOf(keysOf[other], code)
    if (before) keysOf[other][before] = keysOf[owner][reflex]
  }
  keysOf[owner][reflex] = code
}

export const reflexOf = (mine: Keys, code: string) => reflexes.find((each) => mine[each] === code)

interface Keyboard {
  getLayoutMap(): Promise<Map<string, string>>
}
const printed = new SvelteMap<string, string>()
const { keyboard } = navigator as Navigator & { keyboard?: Keyboard }
void keyboard?.getLayoutMap().then((map) => map.forEach((key, code) => printed.set(code, key)))
/** Where the browser does not tell, keys are learned as they are pressed. */
function learn({ code, key, shiftKey, altKey }: KeyboardEvent) {
  if (key.trim().length === 1 && !shiftKey && !altKey) printed.set(code, key)
}
if (!keyboard) addEventListener('keydown', learn)

/** What is printed on it, as far as the browser tells. */
export const nameOf = (code: string) =>
  printed.get(code)?.toUpperCase() ??
  {
    Space: '␣',
    ArrowLeft: '←',
    ArrowUp: '↑',
    ArrowRight: '→',
    Semicolon: ';',
    Minus: '-',
    Slash: '/',
    NumpadAdd: 'Num +',
  }[code] ??
  code.replace(/^(Key|Digit)/, '').replace('Numpad', 'Num ')
