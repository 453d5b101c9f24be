// What a screen reader should say. The page holds one polite region for it (Live.svelte).

export const live = $state({ text: '' })

export function say(sentences: string[]) {
  if (sentences.length > 0) live.text = sentences.join(' ')
}
