import { untrack } from 'svelte'

// What a screen reader should say. The page holds one polite region for it (Live.svelte).

const kept = 20
let told = 0

export const live: { sentences: { id: number; text: string }[] } = $state({ sentences: [] })

/** Each sentence is a line of its own: none is lost when the next comes quickly. */
export function say(sentences: string[]) {
  const before = untrack(() => live.sentences)
  live.sentences = [...before, ...sentences.map((text) => ({ id: ++told, text }))].slice(-kept)
}
