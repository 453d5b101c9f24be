import { expect, test, vi } from 'vitest'

vi.mock('../i18n/i18n.svelte', () => ({ t: (key: string) => key }))
const { copy, copyOrShow } = await import('./copy')

test('without a clipboard the text is shown, and nothing thrown', async () => {
  const shown: string[] = []
  vi.stubGlobal('prompt', (_: string, text: string) => shown.push(text))
  vi.stubGlobal('navigator', {})
  expect(await copy('a')).toBe(false)
  expect(await copyOrShow('b')).toBe(false)
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } })
  expect(await copyOrShow('c')).toBe(false)
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.resolve() } })
  expect(await copyOrShow('d')).toBe(true)
  expect(shown).toEqual(['b', 'c'])
})
