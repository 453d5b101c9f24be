import { beforeEach, expect, test, vi } from 'vitest'
import { keptDiary, newDiary } from './offline'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  removeItem: (key: string) => kept.delete(key),
})
beforeEach(() => kept.clear())

test('a diary that cannot be read is forgotten', () => {
  expect(keptDiary('game')).toEqual({ diary: null, unreadable: false })
  for (const text of ['{"settings":', 'null', '{}', '7']) {
    kept.set('game', text)
    expect(keptDiary('game'), text).toEqual({ diary: null, unreadable: true })
    expect(kept.has('game')).toBe(false)
  }
  const diary = newDiary({ header: { game: 'dojo', players: 4 }, tempo: 'untimed' }, { seed: '', secret: '' })
  kept.set('game', JSON.stringify(diary))
  expect(keptDiary('game')).toEqual({ diary, unreadable: false })
})
