import type { TransitionConfig } from 'svelte/transition'

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches
/** Quick in, slow out. */
const bow = (t: number) => 1 - (1 - t) ** 4

/** A thing laid on the mat: it comes from above and lands. */
export function land(_node: Element, { delay = 0 } = {}): TransitionConfig {
  return {
    delay,
    duration: 350,
    easing: bow,
    css: still()
      ? (t) => `opacity: ${t}`
      : (t, u) => `opacity: ${Math.min(1, t * 2)}; transform: translateY(${-40 * u}%) scale(${1 + 0.25 * u})`,
  }
}
