// Somebody's first game: it teaches itself.

import { fixtures } from '../src/dojo/fixtures'
import { expect, expectAccessible, test } from './hall'
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
  // It is said beside the next decision, whichever round that is in.
  const said = page.locator('.decision').getByText('only one place for your card: it went there by itself')
  await play(page, byMouse, () => said.isVisible())
  await expect(said).toBeVisible()
})

test('the help says what each choice would score, an exchange and a challenge included', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same words')
  const help = page.getByRole('complementary', { name: 'Help' })
  const worths = help.locator('.worths li')
  const helped = async (name: string, lines: string[], chapter: string) => {
    await page.goto('about:blank') // with another hash alone, the table before would still be there
    await page.goto(at(name))
    await page.getByRole('button', { name: 'Help' }).click()
    await expect(worths).toHaveText(lines)
    await expect(help.getByRole('link', { name: 'Read the rules on this' }).first()).toHaveAttribute('href', chapter)
  }
  const exchange = ['Tigress, blue belt (4) now 2, at best 4 points', 'Bear, black belt (5) now 2, at best 4 points']
  await helped('swap, 4', exchange, '/rules/dojo#round')
  const challenge = ['Fox, yellow belt (2) now 10, at best 12 points', 'Incense now 10, at best 12 points']
  await helped('late, 5', challenge, '/rules/dojo#round')
  const gifts = [
    'Dojo: Bastien now 3, at best 6 points',
    'Dojo: Diego now 4, at best 7 points',
    'My dojo now 2, at best 4 points',
  ]
  await helped('give, 4', gifts, '/rules/dojo#round')
  await helped('place_trophy, 4', ['At row 1 then 3 points', 'At row 2 then 2 points'], '/rules/dojo#trophies')
  // Odds and counts come after that.
  await expect(help.getByRole('heading').last()).toHaveText('Odds and cards left')
  await expectAccessible(page)
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

test('a first game waits for a reader, and a tap shows at once what the others did', async ({ page, isMobile }) => {
  await page.clock.install()
  await page.goto('/play')
  const [decision, mine, question] = ['.decision', '.decision.mine', '.question'].map((part) => page.locator(part))
  await expect(decision!).toBeVisible()
  // Time stands still, for what is shown but not for the house players.
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)))
  const tap = () => (isMobile ? question!.tap() : question!.click())
  const myTurn = () =>
    expect(async () => {
      await tap()
      await expect(mine!).toBeVisible({ timeout: 100 })
    }).toPass({ intervals: [50] })
  do {
    await myTurn()
    const choice = mine!.locator('.choices button')
    if ((await choice.count()) === 0) await page.locator('.spot').first().click()
    await choice.first().click()
    await expect(question!).not.toHaveText('One moment…')
  } while (await mine!.isVisible())

  const waits = (await question!.textContent())!
  await page.clock.runFor(550)
  await expect(question!, 'calm: as long as two glances').toHaveText(waits)
  await expect(mine!).toHaveCount(0)
  await myTurn()
})
