import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './hall'

const text = readFileSync('../tests/vectors/games/dojo-01.jsonl', 'utf8')
const lines = text.trimEnd().split('\n')
const file = { name: 'dojo-01.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) }

async function load(page: Page) {
  await page.goto('/replay')
  await page.getByLabel(/^A record from this device/).setInputFiles(file)
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
}

test('a game is judged: a curve, and mistakes that lead to their moment', async ({ page, isMobile }) => {
  test.setTimeout(120_000)
  await load(page)
  await page.getByRole('button', { name: 'Analyse' }).click()
  const curve = page.getByRole('img', { name: 'Chances of victory over the game' })
  await expect(curve).toBeVisible({ timeout: 30_000 })
  await expect(curve.locator('.curve')).toHaveCount(4)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // At the top, where in the middle of a game nobody's mark is.
  const box = (await curve.boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + 3)
  const middle = Number(new URL(page.url()).hash.slice(1))
  expect(Math.abs(middle - lines.length / 2)).toBeLessThan(3)

  const mistakes = page.locator('.mistakes button')
  await expect(mistakes).toHaveCount(12)
  const misplaced = mistakes.filter({ hasText: 'placed where it is worth less' }).first()
  await expect(mistakes.filter({ hasText: 'Better: challenge' }).first()).toBeVisible()
  await misplaced.scrollIntoViewIfNeeded()
  await misplaced.click()
  await expect(misplaced).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.spot.aimed')).toBeVisible()
  // The mistake's own player, and only what he knew.
  await expect(page.getByLabel('Whose knowledge')).not.toHaveValue('all')
  await expect(mistakes).toHaveCount(3)
  if (isMobile) await expectAccessible(page)

  await page.keyboard.press('End')
  await expect(page.locator('.counting')).toBeVisible()
})

test('a dropped file is replayed, and one that is none says so', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones drop nothing')
  await page.goto('/replay')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const drop = (name: string, text: string) =>
    page.evaluateHandle(
      ({ name, text }) => {
        const files = new DataTransfer()
        files.items.add(new File([text], name))
        return files
      },
      { name, text },
    ).then((dataTransfer) => page.dispatchEvent('main', 'drop', { dataTransfer }))
  await drop('holiday.txt', 'sun')
  await expect(page.getByRole('alert')).toHaveText(/None of these files/)
  await drop('game.jsonl', text)
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/#2$/)
})

test('a seat’s knowledge hides the others’ cards', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same knowledge')
  await load(page)
  // The last card of the first round has been given.
  const given = lines.findIndex((line) => line.includes('"challenge"'))
  for (let at = 1; at < given; ++at) await page.keyboard.press('ArrowRight')
  const faces = page.locator('.hand [role="img"]:not(.back)')
  await expect(faces).toHaveCount(4)
  await page.getByLabel('Whose knowledge').selectOption('As a spectator')
  await expect(faces).toHaveCount(0)
  await page.getByLabel('Whose knowledge').selectOption('Player 2')
  await expect(faces).not.toHaveCount(4)
  await expect(faces).not.toHaveCount(0)
})
