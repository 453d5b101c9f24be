import { settings } from './settings.svelte'

export function vibrate(milliseconds: number) {
  if (settings.vibration && 'vibrate' in navigator) navigator.vibrate(milliseconds)
}
