import { expect, test } from 'vitest'
import { coverOf, lookOf, marks, skinNames, sleeveNames } from './looks'

test('a name has one look, and many names have many', () => {
  const names = ['Kenta', 'Mei', 'Ren', 'Aiko', 'Bashō', 'Chiyo', 'Emi', 'Sora', 'Yuki', 'Hana', 'Jun', 'Taro']
  expect(lookOf('Kenta')).toEqual(lookOf('Kenta'))
  expect(new Set(names.map((name) => JSON.stringify(lookOf(name)))).size).toBeGreaterThan(8)
})

test('skins, gloves and paws differ', () => {
  const look = { skin: 'light', sleeve: 'indigo', mark: 'plain' } as const
  const covers = [...skinNames.map((skin) => coverOf({ ...look, skin })), coverOf({ ...look, mark: 'paw' })]
  for (const sleeve of sleeveNames) covers.push(coverOf({ ...look, sleeve, mark: 'glove' }))
  expect(new Set(covers).size).toBe(covers.length)
  expect(marks).toHaveLength(5)
})
