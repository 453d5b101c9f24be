// Several people look at the same moment of a finished game.

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './hall'
import { visitor } from './players'

const record = readFileSync('../tests/vectors/games/dojo-01.jsonl', 'utf8')

/** A game that was finished in this browser, and a clipboard that the test can read. */
async function withGame(page: Page) {
  await page.addInitScript((record) => {
    const game = { record, sidecar: null, names: ['Aiko', 'Kenta', 'Mei', 'Ren'], me: 0, at: 1 }
    localStorage.setItem('tatami.replays', JSON.stringify([game]))
    localStorage.setItem(
      'tatami.settings',
      JSON.stringify({ name: 'Hana', ...JSON.parse(localStorage.getItem('tatami.settings') ?? '{}') }),
    )
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(void Object.assign(window, { copied: text })) },
    })
  }, record)
}
const copied = (page: Page) => page.evaluate(() => (window as unknown as { copied?: string }).copied)
const moment = (page: Page) => Number(/^#(\d+)/.exec(new URL(page.url()).hash)?.[1])

test('whoever opens the link looks at the same moment, and whoever steps shows it', async ({
  page,
  browser,
  baseURL,
}) => {
  await withGame(page)
  await page.goto('/replay?game=1#30')
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('button', { name: 'Look at it together' }).click()
  const mine = page.locator('.circle')
  await expect(mine).toContainText('Nobody else is here yet')
  await expect.poll(() => copied(page)).toContain('together=')
  const link = (await copied(page))!
  await expect(page.getByRole('link', { name: 'Download' }), 'nothing lies over it').toBeHidden()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  // It names the circle and holds the game: no server knows it.
  const other = await visitor(browser, baseURL!)
  await other.page.goto(link)
  const theirs = other.page.locator('.circle')
  await expect(theirs).toContainText('You are looking together (2).')
  await expect(mine).toContainText('You are looking together (2).')
  expect(moment(other.page)).toBe(30)
  await page.getByRole('button', { name: 'Step forward' }).click()
  await expect.poll(() => moment(other.page)).toBe(31)
  await expect(theirs).toContainText('Hana showed this moment.')
  await expect(mine).toContainText('You showed this moment.')
  await other.page.getByRole('slider').fill('57')
  await expect.poll(() => moment(page)).toBe(57)
  await expect(mine).toContainText('A guest showed this moment.')

  // Whoever comes back sees what is shown now, not what their address says.
  const left = other.page.url()
  await other.page.goto('about:blank')
  await expect(mine).toContainText('Nobody else is here yet')
  await page.getByRole('button', { name: 'Step back' }).click()
  await other.page.goto(left)
  await expect.poll(() => moment(other.page)).toBe(56)

  await page.getByRole('button', { name: 'Leave the group' }).click()
  await expect(mine).toHaveCount(0)
  await expect(page).toHaveURL(/\/replay\?game=1#56$/)
  await expect(theirs).toContainText('Nobody else is here yet')
  await page.getByRole('button', { name: 'Step forward' }).click()
  await expect(page).toHaveURL(/#57$/)
  expect(moment(other.page), 'I look alone').toBe(56)
  expect(other.heard).toEqual([])
})

test('a circle is joined again after the connection was lost', async ({ page, browser, baseURL, isMobile }) => {
  test.skip(isMobile, 'the same connection')
  await withGame(page)
  await page.goto('/replay?game=1&together=pond#30')
  await page.getByRole('button', { name: 'Step forward' }).click()
  const other = await visitor(browser, baseURL!)
  await withGame(other.page)
  await other.page.goto('/replay?game=1&together=pond#1')
  await expect.poll(() => moment(other.page)).toBe(31)
  await other.page.evaluate(() => dispatchEvent(new Event('offline')))
  await page.getByRole('button', { name: 'Step forward' }).click()
  await expect.poll(() => moment(other.page)).toBe(32)
  // What is no name of a circle is none.
  await page.goto('/replay?game=1&together=%3Cb%3E#30')
  await expect(page.getByRole('slider')).toBeVisible()
  await expect(page.locator('.circle')).toHaveCount(0)
  expect(other.heard).toEqual([])
})
