import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './hall'

const text = readFileSync('../tests/vectors/games/dojo-01.jsonl', 'utf8')
const lines = text.trimEnd().split('\n')
const file = { name: 'dojo-01.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) }

async function load(page: Page) {
  await page.goto('/replay')
  await page.getByLabel(/^A recorded game on this device/).setInputFiles(file)
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
}

/** My replays: this game, seen by its first player. */
const keep = (page: Page) =>
  page.addInitScript((record) => {
    const names = ['Aiko', 'Kenta', 'Mei', 'Ren']
    localStorage.setItem(
      'tatami.replays',
      JSON.stringify([
        { record, sidecar: null, names, me: 0, at: Date.UTC(2026, 4, 17, 12), table: 'abcdefghijkl' },
        { record: '{"game":"dojo"}', sidecar: null, names, at: Date.UTC(2026, 4, 16, 12) },
      ]),
    )
  }, text)

test('a game is judged: a curve, and decisions that lead to their moment', async ({ page, isMobile }) => {
  test.setTimeout(120_000)
  await keep(page)
  await page.goto('/replay/abcdefghijkl')
  await page.getByRole('button', { name: 'Analyse' }).click()
  const curve = page.getByRole('img', { name: 'Chances of winning over the game' })
  await expect(curve).toBeVisible({ timeout: 30_000 })
  await expect(curve.locator('.curve')).toHaveCount(4)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // At the top, where in the middle of a game nobody's mark is.
  const box = (await curve.boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + 3)
  const fromMiddle = () => Math.abs(Number(new URL(page.url()).hash.slice(1)) - lines.length / 2)
  await expect.poll(fromMiddle).toBeLessThan(3)

  // Mine first, the costliest first; the others' behind a switch.
  const mistakes = page.locator('.mistakes button')
  const losses = (await mistakes.allTextContents()).map((line) => Number(/[+−](\d+)%/.exec(line)![1]))
  expect(losses.length).toBeGreaterThanOrEqual(3)
  expect(losses).toEqual([...losses].sort((a, b) => b - a))
  for (const line of await mistakes.allTextContents()) expect(line).toContain('Aiko')
  await page.getByLabel('Everybody’s decisions').check()
  await expect(mistakes).toHaveCount(12)
  const misplaced = mistakes.filter({ hasText: 'worth less there' }).first()
  await expect(mistakes.filter({ hasText: 'Better: challenge' }).first()).toBeVisible()
  await misplaced.scrollIntoViewIfNeeded()
  await misplaced.click()
  await expect(misplaced).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.spot.aimed')).toBeVisible()
  // The mistake's own player, and only what they knew.
  await expect(page.getByLabel('Seen by')).not.toHaveValue('all')
  // Whose knowledge is shown is said; both places are drawn and named, and there is a reason.
  const detail = page.locator('.analysis .detail')
  await expect(detail).toContainText(/[Yy]ou see what (this player|you) knew/)
  await expect(detail).toContainText(/Better: .*(Row|row)/)
  await expect(page.locator('.spot.marked')).toBeVisible()
  const why = page.getByRole('list', { name: 'Why' })
  await expect(why).toContainText(/lies with|matches|cells/)
  // Asked anew before it is told, by the list neither.
  await detail.getByRole('button', { name: 'Try again' }).click()
  await expect(detail).not.toContainText('Better')
  await expect(page.locator('.mistakes')).toBeHidden()
  await expect(page.locator('.analysis [title]'), 'nor by its mark on the curve').toHaveCount(0)
  await expect(page.locator('.spot:is(.aimed, .marked)')).toHaveCount(0)
  await page.locator('.spot').first().click()
  await page.getByRole('button', { name: /^(Place|Hang) it here$/ }).click()
  await expect(detail).toContainText('Better')
  if (isMobile) await expectAccessible(page)

  // Whose knowledge is shown is said after the decision, too, and all cards are one tap away.
  const who = page.getByLabel('Seen by')
  const seen = await who.inputValue()
  await detail.getByRole('button', { name: 'Back to the list' }).click()
  const knows = page.locator('.knows')
  await expect(knows).toContainText(/[Yy]ou see what (this player|you) knew/)
  await expect(who).toHaveValue(seen)
  await knows.getByRole('button', { name: 'All cards' }).click()
  await expect(who).toHaveValue('all')
  await expect(knows).toBeEmpty()

  // A card that was given is drawn at both seats.
  await mistakes
    .filter({ hasText: /: (give it|keep it)/ })
    .first()
    .click()
  const given = page.locator('.table :is(.seat, .mine)')
  await expect(given.and(page.locator('.best'))).toContainText('Best')
  await expect(given.and(page.locator('.chosen'))).toContainText('Chosen')
  if (isMobile) await expectNoSidewaysScroll(page)
  else await expectAccessible(page)
  await detail.getByRole('button', { name: 'Back to the list' }).click()

  // Asked first: nothing tells it beforehand, not even the list.
  await page.getByLabel('Ask me before telling').check()
  await expect(page.locator('.analysis')).not.toContainText(/Better|highlighted/)
  await mistakes.first().click()
  await expect(detail).toContainText('What would you do now?')
  await expect(page.locator('.table :is(.best, .chosen, .aimed, .marked)')).toHaveCount(0)
  await detail.getByRole('button', { name: 'Tell me' }).click()
  await expect(detail).toContainText('Better')

  if (!isMobile) {
    // Beside the table on a small desktop, on a tablet a page of its own.
    const panel = page.locator('.analysis')
    const high = async () => (await panel.boundingBox())!.height / page.viewportSize()!.height
    await page.setViewportSize({ width: 1024, height: 768 })
    expect(await high()).toBeGreaterThan(0.4)
    await expectNoSidewaysScroll(page)
    const cut = await page
      .locator('.table .name .text')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent))
    expect(cut, 'names beside the panel').toEqual([])
    await page.setViewportSize({ width: 800, height: 1000 })
    await detail.getByRole('button', { name: 'Back to the list' }).click()
    await expect(page.getByRole('region', { name: 'Table' })).toBeHidden()
    expect(await high()).toBeGreaterThan(0.4)
  }

  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Skip to the end' }).click()
  // A picture for others: shared where the device can, else a file.
  if (!isMobile) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Picture to share' }).click()
    const png = readFileSync(await (await saved).path())
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(16)).toBe(1200)
    expect(png.length, 'something is drawn').toBeGreaterThan(50_000)
  }
})

test('a dropped file is replayed, and one that is none says so', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones drop nothing')
  await page.goto('/replay')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const drop = (name: string, text: string) =>
    page
      .evaluateHandle(
        ({ name, text }) => {
          const files = new DataTransfer()
          files.items.add(new File([text], name))
          return files
        },
        { name, text },
      )
      .then((dataTransfer) => page.dispatchEvent('main', 'drop', { dataTransfer }))
  await drop('holiday.txt', 'sun')
  await expect(page.getByRole('alert')).toHaveText(/None of these files/)
  await drop('game.jsonl', text)
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/#2$/)
})

test('the log of a replay tells what happened until its moment, as whoever is looked at learnt it', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no room beside the table')
  await load(page)
  const log = page.locator('details.log')
  await page.keyboard.press('ArrowRight')
  await expect(log).toContainText('Round 1')
  await expect(log).not.toContainText('Round 2')
  const placed = lines.findIndex((line) => line.includes('"place"'))
  await page.getByRole('slider').fill(String(placed + 8))
  await expect(log).toContainText(/Player \d: \w+, \w+ belt \(\d\), row 1, column 1\./)
  const entry = log.getByRole('button', { name: /row 1, column 1\.$/ }).first()
  await entry.click()
  await expect(page.locator('.cell.lit')).toHaveCount(1)
  await expect(log, 'nobody’s hand').not.toContainText('Your card')
  await page.getByLabel('Seen by').selectOption('Player 2')
  await expect(log).toContainText('Your card: ')
  await expectAccessible(page)
})

test('a seat’s knowledge hides the others’ cards', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same knowledge')
  await load(page)
  // The last card of the first round has been given.
  const given = lines.findIndex((line) => line.includes('"challenge"'))
  for (let at = 1; at < given; ++at) await page.keyboard.press('ArrowRight')
  const faces = page.locator('.hand [role="img"]:not(.back), .decision .piece [role="img"]')
  await expect(faces).toHaveCount(4)
  await page.getByLabel('Seen by').selectOption('As a spectator')
  await expect(faces).toHaveCount(0)
  await page.getByLabel('Seen by').selectOption('Player 2')
  await expect(faces).not.toHaveCount(4)
  await expect(faces).not.toHaveCount(0)
})

test('my replays are reached from home and say when, who and how they ended', async ({ page }) => {
  await keep(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'My replays' }).click()
  const [online, broken] = [page.locator('li a').first(), page.locator('li a').nth(1)]
  await expect(online).toContainText(/Dojo.*May 17, 2026.*Online/s)
  await expect(online).toContainText('Aiko: 13, Kenta: 19, Mei: 19, Ren: 19')
  await expect(online).toContainText('Ren wins')
  await expect(page.getByText('Games kept here: the last 30')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // The server has never heard of it; it was kept here.
  await online.click()
  await expect(page).toHaveURL(/\/replay\/abcdefghijkl$/)
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('link', { name: 'All my replays' }).click()
  await broken.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Table' })).toHaveCount(0)
})
