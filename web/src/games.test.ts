// A file that serves every game knows none by name, so that another one needs only its folder and its
// entry in games.ts.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { games as offered } from './protocol'

vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('localStorage', { getItem: () => null })

const here = import.meta.dirname
const shared = [
  ...readdirSync(join(here, 'table')).map((file) => join('table', file)),
  ...['OpenTable', 'TablePage', 'Join'].map((page) => join('pages', `${page}.svelte`)),
  join('replay', 'Shelf.svelte'),
].filter((path) => /\.(ts|svelte)$/.test(path) && !path.endsWith('.test.ts'))

/** A game's name as a value, a field or a word of the page; a folder to import from is none. */
const namesGame = new RegExp(`(['"\`.])(${Object.keys(offered).join('|')})\\b(?!/)`)

test('files of every game know none by name', () => {
  expect("header.game === 'dojo'").toMatch(namesGame)
  expect('if (store.tatamokatsu) return').toMatch(namesGame)
  expect("import ConnectionQuality from '../tatamokatsu/ConnectionQuality.svelte'").not.toMatch(namesGame)
  expect(shared.length).toBeGreaterThan(10)
  const found = shared.flatMap((path) =>
    readFileSync(join(here, path), 'utf8')
      .split('\n')
      .flatMap((line, i) => (namesGame.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

test('the usual players, levels and substitutes are among the choices', () => {
  for (const { players, levels, substitute, usual } of Object.values(offered)) {
    expect(players).toContain(usual.players)
    expect(levels).toContain(usual.level)
    expect(levels).toContain(substitute)
  }
})
