import { settings } from './settings.svelte'

export function vibrate(milliseconds: number | number[]) {
  // A browser refuses to vibrate before the first touch, as it refuses sound.
  if (settings.vibration && 'vibrate' in navigator && navigator.userActivation?.hasBeenActive !== false)
    navigator.vibrate(milliseconds)
}
