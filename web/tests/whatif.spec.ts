// From a moment of a finished game another course is played, kept beside it, and shown to others.

import { readFileSync } from 'node:fs'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './hall'
import { byMouse, byTouch, play, visitor } from './players'

const record = readFileSync('../tests/vectors/games/dojo-01.jsonl', 'utf8')
const lines = record.trimEnd().split('\n')
/** The last card of round 10 has been given: somebody is asked. */
const asked = lines.flatMap((line, i) => (line.includes('"trophy"') ? [i] : []))
const moment = lines.findIndex((line, i) => i > asked.at(-2)! && line.includes('"challenge"'))

test('a moment of a replay is played on from what a seat knew', async ({ page, browser, baseURL, isMobile }) => {
  test.setTimeout(180_000)
  await page.addInitScript((record) => {
    if (localStorage.getItem('tatami.replays')) return
    const game = { record, sidecar: null, names: ['Aiko', 'Kenta', 'Mei', 'Ren'], me: 0, at: 1 }
    localStorage.setItem('tatami.replays', JSON.stringify([game]))
  }, record)
  await page.goto(`/replay?game=1#${moment}`)
  const whatIf = page.getByRole('button', { name: 'What if?' })
  await expect(whatIf).toHaveAttribute('title', /with what you knew/)
  await whatIf.click()
  await expect(page).toHaveURL(/\/whatif\/\w+$/)
  await expect(page.getByRole('note')).toContainText(`moment ${moment} of a finished game`)
  await expect(page.getByRole('region', { name: 'My dojo' })).toBeVisible()
  await play(page, isMobile ? byTouch : byMouse, () => Promise.resolve(true))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  // The names and the log of the game before are there.
  if (isMobile) await page.getByRole('button', { name: 'Log' }).click()
  const log = page.locator('.entries').first()
  await expect(log).toContainText('Round 1')
  await expect(log).toContainText('Ren')
  if (isMobile) await page.keyboard.press('Escape')

  // It waits where it was left, and the game it came from knows of it.
  const branch = page.url()
  await page.goto(`/replay?game=1#${moment}`)
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('link', { name: `From moment ${moment}, not finished` }).click()
  await expect(page).toHaveURL(branch)
  await play(page, isMobile ? byTouch : byMouse)
  const skip = page.getByRole('button', { name: 'Skip to the end' })
  if (await skip.isVisible()) await skip.click()
  await expect(page.getByText('In the game itself this seat scored 13')).toBeVisible()

  // Beside the game it came from, and reached by a link alone.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(void (document.title = text)) },
    })
  })
  await page.getByRole('button', { name: 'Link to this course' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await page.evaluate(() => document.title)
  expect(link.length, 'short enough for every program').toBeLessThan(4000)
  await page.getByRole('link', { name: 'The game it began from' }).click()
  await expect(page).toHaveURL(new RegExp(`/replay\\?game=1#${moment}$`))
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('link', { name: `From moment ${moment}`, exact: true }).click()
  await expect(page.getByRole('region', { name: 'Table' }).or(page.locator('.counting'))).toBeVisible()

  const other = await visitor(browser, baseURL!)
  await other.page.goto(link)
  await expect(other.page.getByRole('region', { name: 'Table' })).toBeVisible()
  await expect(other.page.getByLabel('Seen by').getByRole('option', { name: 'Kenta' })).toBeAttached()
  await other.page.getByRole('button', { name: 'Step forward' }).click()
  await expect(other.page).toHaveURL(new RegExp(`#${moment + 1}~`))
  await other.page.reload()
  await expect(other.page.getByRole('region', { name: 'Table' })).toBeVisible()
  // It says what it is, and brings the game it left.
  await expect(other.page.getByRole('note')).toContainText(`from moment ${moment} of a finished game`)
  await other.page.getByRole('link', { name: 'The game it began from' }).click()
  await expect(other.page).toHaveURL(new RegExp(`#${moment}~`))
  await expect(other.page.getByRole('note')).toHaveCount(0)
  await other.page.keyboard.press('End')
  await other.page.getByRole('button', { name: 'Skip to the end' }).click()
  await expect(other.page.locator('#count-title')).toHaveText('Ren wins')
  expect(other.heard).toEqual([])
})

test('an address that holds no game says so', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same words')
  await page.goto('/replay#12~nonsense')
  await expect(page.getByRole('alert')).toHaveText('This file is not a recorded game.')
  await page.goto('/whatif/none')
  await expect(page.getByRole('alert')).toHaveText('This attempt is not kept in this browser.')
})
