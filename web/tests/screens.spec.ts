// Every state of play on every screen: whatever can be pressed is in sight, large enough, and under nothing.

import type { Page } from '@playwright/test'
import type { TatamokatsuPosition } from '../src/protocol'
import { experienced, takeUp } from './fingers'
import { expect, expectAccessible, test } from './hall'
import { playedTo, type Deed } from './played'
import { screens, unreachable } from './screens'

type Position = TatamokatsuPosition
interface Moment {
  name: string
  /** What everybody does until then. */
  react?: (position: Position) => Deed[]
  reached: (position: Position) => boolean
  /** What is there as soon as the page shows it. */
  shows: string
}

const bows = ({ meaning, living }: Position): Deed[] =>
  living.map((seat) => ({ seat, do: meaning!.kind === 'katana' ? 'slap' : 'salute' }))
/** The first hand makes a mistake at every roll, while it has more fingers than that. */
const careless = (least: number) => (position: Position) => [
  ...(position.meaning!.kind !== 'katana' && position.fingers[0]!.length > least
    ? [{ seat: 0, do: 'slap' as const }]
    : []),
  ...bows(position),
]
const shouts = ({ meaning }: Position) => meaning!.claim.includes('shout') && !meaning!.claim.includes('grab')

const moments = (players: number): Moment[] => [
  { name: 'a throw', reached: ({ throws }) => throws === 0, shows: '.grip' },
  {
    name: 'a window with three sums to announce',
    reached: ({ phase, roller, meaning }) => phase === 'window' && roller === 0 && meaning!.sums.length === 3,
    shows: '.ask .press, .who .press',
  },
  {
    name: 'a finger for a mistake',
    react: careless(0),
    reached: ({ phase, to_act }) => phase === 'pay' && to_act[0] === 0,
    shows: '.decide .own, .who em',
  },
  {
    name: 'whose finger to take',
    react: ({ roller, meaning }) => {
      const high = roller === 0 ? meaning!.sums.find(({ sum, values }) => sum > 17 && values.length > 0) : undefined
      return high ? [{ seat: 0, do: 'announce', values: high.values }] : []
    },
    reached: ({ phase, to_act, targets }) => phase === 'strike' && to_act[0] === 0 && targets.length === players - 1,
    shows: '.decide figure',
  },
  {
    name: 'a claim, and fingers that may come back',
    react: (position) =>
      position.fingers[0]!.length < 4 && shouts(position) ? [{ seat: 0, do: 'shout' }] : careless(3)(position),
    reached: ({ phase, to_act, targets, recoverable }) =>
      phase === 'choose' && to_act[0] === 0 && targets.length === players - 1 && recoverable.length > 1,
    shows: '.decide .main',
  },
  {
    name: 'a verdict',
    reached: ({ phase, roller, photo }) => phase === 'roll' && roller === 1 && photo.length > 0,
    shows: '.last .why',
  },
  {
    name: 'the end',
    react: (position) =>
      position.living.flatMap((seat) =>
        seat === 1 || position.meaning!.kind === 'katana' ? [] : [{ seat, do: 'slap' as const }],
      ),
    reached: ({ phase }) => phase === 'over',
    shows: '#samurai',
  },
]
const dragon: Moment = {
  name: 'a dragon and a T',
  react: careless(0),
  reached: ({ phase, dragons, meaning }) => phase === 'window' && dragons.includes(0) && meaning!.kind === 'grab',
  shows: '.pad .glows',
}

/** What is wrong on any of these screens. */
async function wrongOn(sizes: readonly (readonly [number, number])[], page: Page, moment: string, finger?: number) {
  const wrong: string[] = []
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    wrong.push(...(await unreachable(page, finger)).map((each) => `${moment}, ${width}×${height}: ${each}`))
  }
  return wrong
}

for (const [language, locale] of [
  ['English', 'en'],
  ['French', 'fr'],
] as const)
  test(`all that is pressed is in sight, alone among five, in ${language}`, async ({ page, isMobile }) => {
    test.skip(isMobile === (locale === 'en'), 'one by touch, one by mouse')
    test.setTimeout(120_000)
    await experienced(page)
    await page.addInitScript((language) => {
      const kept = JSON.parse(localStorage.getItem('tatami.settings') ?? '{}') as object
      localStorage.setItem('tatami.settings', JSON.stringify({ ...kept, language, crib: true, pace: 'calm' }))
    }, locale)
    const wrong: string[] = []
    for (const { name, react = bows, reached, shows } of [...moments(5), dragon]) {
      await takeUp(page, '/play/tatamokatsu', { 'tatami.fingers': await playedTo(5, react, reached) })
      await expect(page.locator(shows).first(), name).toBeVisible()
      wrong.push(...(await wrongOn(screens, page, name)))
      if (await page.locator('.decide').isVisible()) await expectAccessible(page)
    }
    expect(wrong).toEqual([])
  })

for (const hands of [2, 3, 4])
  test(`all that is pressed is in sight, ${hands} hands at one device`, async ({ page, isMobile }) => {
    test.setTimeout(120_000)
    const names = ['Aiko', 'Bashō', 'Chiyo', 'Emi'].slice(0, hands)
    // Phones have room for two hands; of more, for all their buttons and narrow fingers. A keyboard has a desk.
    const places = isMobile
      ? ([
          [screens.slice(0, 6), hands === 2 ? 40 : 24],
          [screens.slice(6), 40],
        ] as const)
      : ([[screens.slice(6), 40]] as const)
    const wrong: string[] = []
    for (const { name, react = bows, reached, shows } of moments(hands)) {
      await takeUp(page, '/together', {
        'tatami.together': await playedTo(hands, react, reached),
        'tatami.together.party': JSON.stringify({ names, bots: 0, calm: false }),
      })
      await expect(page.locator(shows).first(), name).toBeVisible()
      for (const [sizes, finger] of places) wrong.push(...(await wrongOn(sizes, page, name, finger)))
    }
    expect(wrong).toEqual([])
  })
