import { beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('localStorage', { getItem: () => null })
const { settings } = await import('../ui/settings.svelte')
const { problemInWords } = await import('./problem')

beforeEach(() => void (settings.language = 'en'))

const record = '{"game":"dojo"}\n{"a":1}\nnonsense\n{"b":2}\n{"c"'

test('the kind of problem is told, and the line', () => {
  const says = (line?: number, of = record) => problemInWords(of, line)
  expect(says(1, '\n')).toBe('This file is empty.')
  expect(says(2)).toBe('This recorded game breaks the rules at line 2.')
  expect(says(3)).toBe('Line 3 of this recorded game cannot be read.')
  expect(says(1)).toBe('Line 1 of this recorded game cannot be read.')
  expect(says(5)).toBe('This recorded game is cut short: it stops before the end.')
  expect(says(3, '{"game":"dojo"}\n{"a":1}\n')).toBe('This recorded game is cut short: it stops before the end.')
  expect(says()).toBe('The game could not be loaded.')
})

test('in French, too, without the engine’s English', () => {
  settings.language = 'fr'
  expect(problemInWords(record, 2)).toBe('Cette partie enregistrée enfreint les règles à la ligne 2.')
})
