import { expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
})
const { isController, keepController } = await import('./controllers.svelte')

test('a phone is a controller at the tables where it was made one, and at no other', async () => {
  keepController('ABCDE', true)
  expect(isController('ABCDE')).toBe(true)
  expect(isController('FGHIJ')).toBe(false)
  keepController('FGHIJ', true)
  keepController('ABCDE', false)
  expect(isController('ABCDE')).toBe(false)
  vi.resetModules()
  const later = await import('./controllers.svelte')
  expect(later.isController('FGHIJ'), 'after a reload').toBe(true)
  expect(later.isController('ABCDE')).toBe(false)
})
