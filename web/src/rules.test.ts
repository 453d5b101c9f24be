// The page shows what the rules decide and never decides by itself: levels, sizes, timings, dice, sums and
// reasons come from protocol.ts and from messages. These are the signs of a rule that has been copied.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const signs: { what: string; sign: RegExp; sample: string }[] = [
  { what: 'what a sum does', sign: /sums?\b[^,;]*[<>=] ?(9|10|11|16|17|18)\b/i, sample: 'sum < 10 ? lose : strike' },
  { what: 'what an X counts', sign: /'X'\s*\?\s*(1|10)\b/, sample: "face === 'X' ? 10 : Number(face)" },
  { what: 'the sides of a die', sign: /'5',\s*'6',\s*'X'/, sample: "['5', '6', 'X', 'T']" },
  { what: 'what groups are worth', sign: /\b1,\s*3,\s*6,\s*10\b/, sample: '[0, 1, 3, 6, 10]' },
  { what: 'the ways of three throws', sign: /\/ ?27\b|\* ?27\b/, sample: 'ways / 27' },
  { what: 'a list of levels', sign: /'novice',\s*'student'|'child',\s*'beginner'/, sample: "['novice', 'student']" },
  { what: 'a list of variants', sign: /'white-belt',\s*'black-belt'/, sample: "['white-belt', 'black-belt']" },
  { what: 'a list of editions', sign: /\['fr',\s*'en'\]/, sample: "['fr', 'en']" },
  { what: 'table sizes', sign: /\[\s*(2,\s*)?3,\s*4(,\s*5)?\s*\]/, sample: 'sizes={[3, 4, 5]}' },
  { what: 'when a trophy works', sign: /cards === 2|groups\.length > 1/, sample: 'points > 0 && cards === 2' },
  { what: 'what a katana asks for', sign: /'katana'\)? return 'slap'/, sample: "if (kind === 'katana') return 'slap'" },
  { what: 'the size of a dojo', sign: /\b(rows|columns) ?[=:] ?[34]\b/, sample: 'const columns = 4' },
  { what: 'rounds without a dealer', sign: /phase !== 'deal'/, sample: "phase !== 'deal' && dealer" },
  { what: 'a list of timings', sign: /'usual',\s*'relaxed'/, sample: "['usual', 'relaxed']" },
  { what: 'where a trophy hangs', sign: /'master',\s*'incense'/, sample: "const rowTrophies = ['master', 'incense']" },
  { what: 'a list of belts', sign: /\[1, 2, 3, 4, 5\]/, sample: 'export const belts = [1, 2, 3, 4, 5]' },
  { what: 'which cards there are', sign: /\[MFTCBR\]|\[1-5\]/, sample: '/^[MFTCBR][1-5]$/' },
  {
    what: 'which cards count together',
    sign: /(discipleOf|beltOf)\(\w+\) === (discipleOf|beltOf)\(/,
    sample: 'others.filter((each) => discipleOf(each) === discipleOf(card))',
  },
  { what: 'who comes after the winners', sign: /winners\.length \+/, sample: 'winners.length + better(points) + 1' },
  { what: 'a usual number of players', sign: /players = \$state\(\d|\{ dojo: \d/, sample: 'let players = $state(4)' },
  { what: 'a usual edition', sign: /= \$state\('(fr|en)'\)/, sample: "let edition = $state('fr')" },
  { what: 'a usual level', sign: /\? '(regular|student)'/, sample: "fingers ? 'regular' : 'student'" },
  { what: 'a timing', sign: /window:\s*\d/, sample: '{ window: 12_000 }' },
  { what: 'how much lag is made good', sign: /near:\s*\d/, sample: '{ near: 100 }' },
]

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.(ts|svelte)$/.test(entry.name) && !/\.test\.ts$|fixtures\.ts$|protocol\.ts$/.test(entry.name))
      yield path
  }
}
const here = import.meta.dirname
const files = [...sources(here)].filter((path) => !path.includes('/i18n/'))

test.each(signs)('no copy of $what', ({ sign, sample }) => {
  expect(sample).toMatch(sign)
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .replace(/<style>[\s\S]*<\/style>/, '')
      .split('\n')
      .flatMap((line, i) => (sign.test(line) ? [`${path.slice(here.length + 1)}:${i + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
