import { beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
})

vi.stubGlobal('navigator', {})
const pressed: ((event: object) => void)[] = []
vi.stubGlobal('addEventListener', (_: string, hear: (event: object) => void) => pressed.push(hear))

async function keys(lying?: unknown) {
  kept.clear()
  if (lying !== undefined) kept.set('tatami.keys', typeof lying === 'string' ? lying : JSON.stringify(lying))
  vi.resetModules()
  return import('./keys.svelte')
}
beforeEach(() => vi.resetModules())

test('a key that another at the same keyboard has is exchanged', async () => {
  const { keysOf, remap, reflexes } = await keys()
  remap('first', 'shout', 'KeyK')
  expect(keysOf.first.shout).toBe('KeyK')
  expect(keysOf.second.shout).toBe('KeyD')
  const all = (['first', 'second', 'third', 'fourth'] as const).flatMap((owner) =>
    reflexes.map((each) => keysOf[owner][each]),
  )
  expect(new Set(all).size).toBe(all.length)
})

test('a hand that plays alone leaves those who share a keyboard in peace', async () => {
  const { keysOf, remap, usual } = await keys()
  remap('right', 'shout', 'KeyK')
  expect(keysOf.right.shout).toBe('KeyK')
  expect(keysOf.right.middle).toBe('KeyF')
  expect(keysOf.second).toEqual(usual.second)
})

test('a key is called what is printed on it, once it was pressed', async () => {
  const { nameOf } = await keys()
  expect(nameOf('KeyQ')).toBe('Q')
  pressed.at(-1)!({ code: 'KeyQ', key: 'a', shiftKey: false, altKey: false })
  expect(nameOf('KeyQ')).toBe('A')
})

test('what is broken gives way to the usual keys, and what is whole stays', async () => {
  for (const lying of ['{bad', 'null', '[1]', { right: { shout: 3 } }, { right: null }, { nobody: {} }]) {
    const { keysOf, usual } = await keys(lying)
    expect(keysOf, JSON.stringify(lying)).toEqual(usual)
  }
  const { usual } = await keys()
  const mine = { ...usual.left, shout: 'KeyZ' }
  const { keysOf } = await keys({ left: mine, right: { shout: 'KeyX' } })
  expect(keysOf.left).toEqual(mine)
  expect(keysOf.right).toEqual(usual.right)
})
