import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import en from './en'
import fr from './fr'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(svelte|ts)$/.test(file) && !file.startsWith('i18n/') && !file.endsWith('.test.ts'))
  .concat('i18n/i18n.svelte.ts', 'i18n/names.ts')
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

const keys = Object.keys(en)
const stems = [...sources.matchAll(/count\('(\w+)'/g)].map(([, stem]) => `${stem}.one`)
// about('x') asks for x or x.me.
const told = [...sources.matchAll(/about\(\s*['`]([^'`]+)['`]/g)].map(
  ([, stem]) => new RegExp(`^${stem!.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w-]+')}\\.me$`),
)
const plain = [...sources.matchAll(/'([a-z]+\.[\w.]+)'/gi)].map(([, key]) => key!)
// A key made of parts, such as `belt.${rank}`, uses whatever fits its pattern.
const patterns = [...sources.matchAll(/`([a-z]+\.(?:[\w.]|\$\{[^}]*\})*)`/gi)]
  .filter(([, text]) => text!.includes('${'))
  .map(([, text]) => new RegExp(`^${text!.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`))

const used = (key: string) =>
  plain.includes(key) ||
  stems.includes(key.replace(/\.other$/, '.one')) ||
  [...patterns, ...told].some((pattern) => pattern.test(key))

const called = [...sources.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key!)
const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

test('both languages have the same keys', () => {
  expect(Object.keys(fr)).toEqual(keys)
})

test('every key asked for exists', () => {
  expect(called.filter((key) => !keys.includes(key))).toEqual([])
})

test('every key is used', () => {
  expect(keys.filter((key) => !used(key))).toEqual([])
})

test('both languages fill the same holes', () => {
  for (const key of keys as (keyof typeof en)[]) expect(holes(fr[key]), key).toEqual(holes(en[key]))
})
