// Somebody's first game: it teaches itself.

import { fixtures } from '../src/dojo/fixtures'
import { expect, test } from './hall'
import { byMouse, play } from './players'

const at = (name: string) => `/gallery/table#${fixtures.findIndex((fixture) => fixture.name === name)}`

test('the lesson is offered beside the game, and the first decision explains itself', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same words')
  await page.goto('/')
  await expect(page.locator('.dojo').getByRole('link', { name: 'Learn it in 3 minutes' })).toBeVisible()
  await page.locator('.dojo').getByRole('link', { name: 'Play now' }).click()
  const mine = page.locator('.decision.mine')
  await play(page, byMouse, () => mine.isVisible())
  await expect(mine.locator('.coach')).toContainText(/Only you see this card|Your belt against/)
  await expect(mine.locator('.coach')).toContainText('Trophy (')

  await page.getByRole('button', { name: 'Help' }).click()
  const help = page.getByRole('complementary', { name: 'Help' })
  await expect(help.getByRole('heading').nth(1)).toHaveText('What you are asked')
  await expect(help.getByRole('heading').nth(2)).toHaveText('What would score what')
  await expect(help.getByRole('heading').nth(3)).toHaveText('Trophies')
  await expect(help.getByText('Two equal belts are enough')).toBeVisible()
  const rules = page.context().waitForEvent('page')
  await help.getByRole('link', { name: 'Read the rules on this' }).last().click()
  const chapter = (await rules).locator('#trophies')
  await expect(chapter).toBeInViewport()
})

test('a choice of judgement has no colour, and a card that places itself says so', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same words')
  await page.goto(at('ask, 3'))
  await expect(page.getByRole('button', { name: 'Challenge', exact: true })).not.toHaveClass(/main/)
  await page.goto(at('swap, 4'))
  await expect(page.getByRole('button', { name: 'Exchange', exact: true })).not.toHaveClass(/main/)

  await page.goto('/play')
  await play(page, byMouse, async () => page.getByText('Round 2 of 12').isVisible())
  await expect(page.locator('.decision')).toContainText('only one place for your card: it went there by itself')
})

test('the pace of the house players is chosen in the help and kept', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same settings')
  await page.goto('/play')
  await page.getByRole('button', { name: 'Help' }).click()
  const pace = page.getByLabel('Pace of the house players')
  await expect(pace, 'calm for a first game').toHaveValue('calm')
  await pace.selectOption('Quick')
  await page.goto('/settings')
  await expect(pace).toHaveValue('quick')
})
