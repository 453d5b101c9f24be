import type { TransitionConfig } from 'svelte/transition'

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches
/** Quick in, slow out. */
const bow = (t: number) => 1 - (1 - t) ** 4
const fade = (t: number) => `opacity: ${t}`

const moving = (delay: number, css: NonNullable<TransitionConfig['css']>): TransitionConfig => ({
  delay,
  duration: 350,
  easing: bow,
  css: still() ? fade : css,
})

/** A thing laid on the mat: it comes from above and lands. */
export const land = (_node: Element, { delay = 0 } = {}) =>
  moving(delay, (t, u) => `opacity: ${Math.min(1, t * 2)}; transform: translateY(${-40 * u}%) scale(${1 + 0.25 * u})`)

/** A card that lay face down is turned over where it lies. */
export const unveil = (_node: Element) =>
  moving(0, (t, u) => `opacity: ${Math.min(1, t * 2)}; transform: perspective(20rem) rotateY(${90 * u}deg)`)

const middle = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** A thing handed over: it flies here from what the selector finds at the same table. */
export function travel(node: Element, { from, delay = 0 }: { from: string; delay?: number }): TransitionConfig {
  const source = node.closest('[role="region"]')?.querySelector(from)
  if (!source) return land(node, { delay })
  const [start, end] = [middle(source), middle(node)]
  const [dx, dy] = [start.x - end.x, start.y - end.y]
  return moving(
    delay,
    (t, u) =>
      `z-index: 14; opacity: ${Math.min(1, t * 4)}; transform: translate(${dx * u}px, ${dy * u}px) rotate(${-10 * u}deg) scale(${1 + 2.2 * u})`,
  )
}
