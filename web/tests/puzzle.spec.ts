// The puzzle of the day: one choice on a table, told at once, counted day by day, without a network too.

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { dayOf, puzzleOf, type Game } from '../src/puzzle/daily'
import type { Move } from '../src/protocol'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './hall'

const games = JSON.parse(readFileSync('src/puzzle/puzzles.json', 'utf8')) as Game[]
/** Noon of a day, and the puzzle that everybody has then. */
const noon = (day: number) => new Date(`${new Date(day * 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`)
const first = dayOf(new Date('2026-11-16T12:00:00Z'))
/** The first day from then on whose best choice is a button: given, challenged or exchanged. */
const dayWith = (verb: string) => {
  for (let day = first; ; ++day) if (verb in puzzleOf(day, games).best) return day
}

/** The button of a decision that is a matter of yes or no. */
async function answer(page: Page, best: Move, right: boolean) {
  if (!('challenge' in best)) throw new Error('another kind of puzzle')
  const name = best.challenge === right ? 'Challenge' : 'Pass'
  await page.locator('.decision.mine').getByRole('button', { name, exact: true }).click()
}

test('one is solved, another missed; days in a row are counted', async ({ page }) => {
  const day = dayWith('challenge')
  const { best } = puzzleOf(day, games)
  await page.clock.setFixedTime(noon(day))
  await page.goto('/')
  await page.getByRole('link', { name: 'Puzzle of the day' }).click()
  await expect(page.getByRole('heading', { name: 'Puzzle of the day' })).toBeVisible()
  await expect(page.getByText(/Easy|Medium|Hard/)).toBeVisible()
  await expect(page.locator('.decision.mine')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await answer(page, best, true)
  await expect(page.getByRole('status').filter({ hasText: 'Right:' })).toBeVisible()
  await expect(page.getByText(/House players who missed it: \d+ of 24/)).toBeVisible()
  await expect(page.getByText('1 day in a row.')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('1 day in a row.'), 'it is answered once').toBeVisible()

  // Whoever comes by the link of a day that is over may try it; that day counts no more.
  await page.evaluate(() => localStorage.removeItem('tatami.puzzle'))
  await page.clock.setFixedTime(noon(day + 1))
  await page.goto(`/puzzle/${noon(day).toISOString().slice(0, 10)}`)
  await answer(page, best, false)
  await expect(page.getByText(/Not the best/)).toBeVisible()
  await expect(page.getByText(/Better: .* lowers the chance of winning by \d+%/)).toBeVisible()
  await expect(page.getByText(/in a row/)).toBeHidden()
})

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' })
  test('it is there without a network', async ({ page, context, isMobile }) => {
    test.skip(isMobile, 'the same page')
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await page.goto('/puzzle')
    await expect(page.locator('.decision.mine')).toBeVisible()
  })
})
