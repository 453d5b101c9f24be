// The table uses the screen it has: sizes, the log, the live count, the scene of a challenge.

import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { fixtures } from '../src/dojo/fixtures'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './hall'

const at = (name: string) => `/gallery/table#${fixtures.findIndex((fixture) => fixture.name === name)}`

/** The least width and height of what a locator finds. */
async function least(found: Locator) {
  const sizes = await found.evaluateAll((all) =>
    all.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect()),
  )
  expect(sizes.length).toBeGreaterThan(0)
  return { width: Math.min(...sizes.map(({ width }) => width)), height: Math.min(...sizes.map(({ height }) => height)) }
}
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight <= document.documentElement.clientHeight + 1)

async function expectTargets(page: Page) {
  const all = await least(page.locator('.table :is(button, a, summary)'))
  expect(Math.min(all.width, all.height), 'what is looked up').toBeGreaterThanOrEqual(24)
  const inPlay = await least(page.locator('.spot, .choices button'))
  expect(Math.min(inPlay.width, inPlay.height), 'what is pressed in play').toBeGreaterThanOrEqual(44)
}

test('a desktop shows my dojo large, the question close to it and the others legible', async ({ page, isMobile }) => {
  test.skip(isMobile, 'desktops')
  for (const [width, height, mine, others] of [
    [1024, 768, 60, 38],
    [1280, 800, 75, 45],
    [1440, 900, 85, 50],
    [1920, 1080, 110, 60],
  ] as const)
    for (const name of ['ask, 3', 'train, 4', 'train, 5, en']) {
      await page.setViewportSize({ width, height })
      await page.goto(at(name))
      await expect(page.locator('.site'), 'the table is the page').toBeHidden()
      expect((await least(page.locator('.mine .cell'))).width).toBeGreaterThan(mine)
      expect((await least(page.locator('.seat .cell'))).width).toBeGreaterThan(others)
      const floor = (await page.locator('.mine .room').boundingBox())!
      const question = (await page.locator('.decision').boundingBox())!
      const stake = (await page.locator('.stake').boundingBox())!
      expect(Math.abs(question.y - floor.y - floor.height)).toBeLessThan(40)
      expect(stake.x - question.x - question.width).toBeLessThan(60)
      const between = (await page.locator('.between .middle').boundingBox())!
      expect(between.x + between.width, 'flush with my dojo').toBeLessThanOrEqual(floor.x + floor.width + 1)
      expect(floor.width / width, 'the middle of the page').toBeGreaterThan(0.45)
      expect(await fits(page), `${name} at ${width}`).toBe(true)
      await expectTargets(page)
    }
})

test('a phone on its side has no bars, a small one has room for a finger', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'phones')
  test.setTimeout(60_000)
  for (const [width, height] of [
    [844, 390],
    [320, 568],
  ] as const)
    for (const name of ['ask, 3', 'train, 4', 'train, 5, en', 'place_trophy, 4']) {
      await page.setViewportSize({ width, height })
      await page.goto(at(name))
      await expect(page.locator('.decision')).toBeVisible()
      // A trophy's places take some of the room while one is hung.
      const cards = (await least(page.locator('.mine .cell'))).width
      expect(cards, `${name} at ${width}`).toBeGreaterThanOrEqual(name.startsWith('train') ? 44 : 40)
      await expectTargets(page)
      await expectNoSidewaysScroll(page)
      expect(await fits(page), `${name} at ${width}`).toBe(true)
    }
  // Five players leave little room; whatever is asked, nothing scrolls.
  await page.setViewportSize({ width: 320, height: 568 })
  for (const [i, { name, players }] of fixtures.entries()) {
    if (players.length < 5) continue
    await page.goto(`/gallery/table#${i}`)
    await expect(page.locator('.table[data-players="5"]')).toBeVisible()
    expect(await fits(page), name).toBe(true)
  }
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto('/play')
  await expect(page.getByRole('region', { name: 'My dojo' })).toBeVisible()
  const top = (await page.getByRole('region', { name: 'My dojo' }).boundingBox())!.y
  expect(top, 'no bar above').toBeLessThan(5)
  const table = (await page.getByRole('region', { name: 'Table' }).boundingBox())!
  expect(table.y + table.height, 'down to the edge').toBeGreaterThan(380)
  await page.getByRole('button', { name: 'Menu' }).tap()
  const menu = page.getByRole('complementary', { name: 'Menu' })
  for (const name of ['New game', 'Help', 'Log']) await expect(menu.getByRole('button', { name })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Leave the table' })).toBeVisible()
  await expectAccessible(page)
  await menu.getByRole('button', { name: 'New game' }).tap()
  await expect(page.locator('.new-game')).toBeVisible()
  await expect(menu, 'out of the way of the form').toHaveCount(0)
  await page.getByRole('button', { name: 'Menu' }).tap()
  await menu.getByRole('button', { name: 'New game' }).tap()
  await expect(page.locator('.new-game')).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu' }).tap()
  await menu.getByRole('button', { name: 'Help' }).tap()
  await page.getByRole('complementary', { name: 'Help' }).getByRole('button', { name: 'Close' }).tap()
  await expect(page.getByRole('complementary')).toHaveCount(0)
})

test('on a phone on its side nothing is cut off beside my dojo', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'phones')
  await page.setViewportSize({ width: 844, height: 390 })
  for (const name of ['throws, 5', 'swap, 4', 'place_trophy, 4']) {
    await page.goto(at(name))
    await expect(page.locator('.duel')).toBeVisible()
    const outside = await page.locator('.between').evaluate((between) => {
      const { right, bottom } = between.getBoundingClientRect()
      return [...between.querySelectorAll('.card, .trophy, figcaption span')]
        .filter(
          (each) => each.getBoundingClientRect().right > right + 1 || each.getBoundingClientRect().bottom > bottom + 1,
        )
        .map((each) => each.className || each.textContent)
    })
    expect(outside, name).toEqual([])
  }
  // The words of the coach are there without scrolling for them.
  await page.goto(at('give, 5, coached'))
  const coach = (await page.locator('.coach').boundingBox())!
  const choices = (await page.locator('.choices').boundingBox())!
  expect(Math.min(coach.y + coach.height, 390) - coach.y).toBeGreaterThan(40)
  expect(coach.y, 'beneath what is pressed').toBeGreaterThanOrEqual(choices.y + choices.height)
  // Upright they have the whole width and, in the longer language, are read whole too.
  await page.setViewportSize({ width: 390, height: 664 })
  await page.evaluate(() => localStorage.setItem('tatami.settings', JSON.stringify({ language: 'fr' })))
  await page.reload()
  await expect(page.locator('.coach')).toBeInViewport({ ratio: 1 })
  expect(await page.locator('.coach').evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThanOrEqual(1)
})

test('what stands above a table leaves room for the question on a small phone', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'phones')
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/learn')
  await expect(page.locator('.decision.mine .choices button')).toHaveCount(3)
  expect(await fits(page)).toBe(true)
  await page.goto('/replay')
  await page.locator('input[type=file]').setInputFiles('../tests/vectors/games/dojo-01.jsonl')
  await page.getByRole('slider').fill('31')
  const names = page.locator('.seat .name .text')
  await expect(names.filter({ hasText: 'Player 2' })).toBeVisible()
  expect(
    await names.evaluateAll((all) =>
      all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
    ),
    'names that are cut',
  ).toEqual([])
  await page.getByRole('button', { name: 'What if?' }).click()
  await expect(page.locator('.decision.mine')).toBeVisible()
  expect(await fits(page)).toBe(true)
})

test('beside a panel nothing sticks out of what lies between the players', async ({ page, isMobile }) => {
  test.skip(isMobile, 'panels cover the page there')
  for (const [width, height] of [
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const locale of ['en', 'fr']) {
      await page.goto('/gallery/table')
      await page.evaluate((language) => localStorage.setItem('tatami.settings', JSON.stringify({ language })), locale)
      for (const path of [at('throws, 5'), at('white belt, 3')]) {
        await page.goto(path)
        await page.reload()
        const middle = page.locator('.between .middle')
        await expect(middle).toBeVisible()
        // As wide as a panel at the left leaves it.
        const outside = await middle.evaluate((node) => {
          node.parentElement!.style.width = '9.5rem'
          const { right } = node.getBoundingClientRect()
          return [...node.querySelectorAll('*')]
            .filter((each) => each.checkVisibility() && !each.closest('.unseen, [role="tooltip"]'))
            .filter((each) => each.getBoundingClientRect().right > right + 1)
            .map((each) => each.outerHTML.slice(0, 80))
        })
        expect(outside, `${path} at ${width} in ${locale}`).toEqual([])
      }
    }
  }
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(at('swap, 4'))
    await page.locator('.aid button').click()
    const panel = page.locator('.hall > aside')
    await expect(panel.locator('.worths')).toBeVisible()
    expect(await panel.evaluate((node) => node.scrollWidth - node.clientWidth), 'wider than it').toBeLessThanOrEqual(0)
    const help = (await panel.boundingBox())!
    const between = (await page.locator('.between').boundingBox())!
    expect(help.x, `under the help at ${width}`).toBeGreaterThanOrEqual(between.x + between.width)
    await page.goto('about:blank')
  }
})

test('an empty floor is calm, and its frame is clearly one', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same floor')
  await page.goto(at('first card, 3'))
  const floor = page.locator('.mine .room')
  await expect(floor.locator('.chalk')).toBeVisible()
  const png = await floor.screenshot()
  const { wood, chalk } = await page.evaluate(async (data) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]))
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d', { willReadFrequently: true })!
    context.drawImage(image, 0, 0)
    const light = (x: number, y: number, width: number, height: number) => {
      const { data } = context.getImageData(x, y, width, height)
      return Array.from({ length: data.length / 4 }, (_, i) => {
        const [red, green, blue] = [0, 1, 2].map((k) => {
          const part = data[4 * i + k]! / 255
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05
      }).sort((a, b) => a - b)
    }
    const [width, height] = [image.width, image.height]
    // Beside the frame, and all of it.
    return { wood: light(4, 40, Math.floor(width / 8), height - 80), chalk: light(0, 0, width, height).at(-1)! }
  }, png.toString('base64'))
  const middle = wood[wood.length >> 1]!
  const lines = wood.filter((each) => Math.max(each / middle, middle / each) > 1.06)
  expect(lines.length / wood.length, 'few planks').toBeLessThan(0.06)
  expect(chalk / middle, 'the frame stands out').toBeGreaterThan(1.8)
})

test('on a small phone names can be read, and nothing speaks of keys', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'phones')
  for (const [width, height] of [
    [844, 390],
    [320, 568],
  ] as const)
    for (const name of ['ask, 3', 'train, 4', 'train, 5, en', 'white belt, 3', 'throws, 5']) {
      await page.setViewportSize({ width, height })
      await page.goto(at(name))
      await expect(page.locator('.decision')).toBeVisible()
      const cut = await page
        .locator('.table .name .text')
        .evaluateAll((all) =>
          all.filter((each) => each.clientWidth < Math.min(each.scrollWidth, 40)).map((each) => each.textContent),
        )
      expect(cut, `${name} at ${width}`).toEqual([])
      const laid = await page.locator('.seat .worth').evaluateAll((all) =>
        all
          .filter((each) => {
            const { x, y, width, height } = each.getBoundingClientRect()
            return each.checkVisibility() && !each.contains(document.elementFromPoint(x + width / 2, y + height - 4))
          })
          .map((each) => each.getAttribute('aria-label')),
      )
      expect(laid, `under a card in ${name} at ${width}`).toEqual([])
    }
  for (const path of ['/play', '/play/tatamokatsu']) {
    await page.goto(path)
    await expect(page.locator('.game')).toBeVisible()
    await expect(page.locator('kbd:visible')).toHaveCount(0)
  }
})

test('the log says where a card lies as the table does, and shows it', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a panel there')
  await page.goto(at('train, 4'))
  const log = page.locator('.log')
  const entry = log.getByRole('button', { name: 'Aiko: Raccoon, black belt (5), row 2, column 2.' })
  const card = page.getByRole('img', { name: /Raccoon, black belt/ })
  await expect(card, 'each card is exposed once').toHaveCount(1)
  await expect(card).toHaveAccessibleName('Row 2, column 2: Raccoon, black belt (5)')
  await entry.click()
  await expect(card).toHaveClass(/lit/)
  await expect(log).toContainText('Round 4')
  const stop = log.locator('button[tabindex="0"]')
  await expect(stop, 'Tab stops at the log once').toHaveCount(1)
  await stop.press('ArrowUp')
  await expect(stop).not.toBeFocused()
  await expect(log.locator('button:focus')).toHaveCount(1)
  await log.locator('summary').click()
  await expect(entry).toBeHidden()
  await expectAccessible(page)
})

test('every dojo tells what it scores now', async ({ page }) => {
  await page.goto(at('train, 5, en'))
  await page.getByRole('button', { name: 'Dojo: Aiko: 0 points' }).click()
  const count = page.getByRole('group', { name: 'Dojo: Aiko' })
  // Three monkeys and a raccoon, with the Grand Master's help.
  await expect(count).toContainText('Row 2')
  await expect(count).toContainText('Grand Master: +4')
  await expect(count).toContainText('Competition Kimono: nothing yet')
  await expect(count).toContainText('trophies add 4 points')
  await page.keyboard.press('Escape')
  await expect(count).toBeHidden()
})

test('a challenge is a scene in words; Black Belt adds, White Belt claims nothing', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same words')
  await page.goto(at('challenge, 4'))
  const scene = page.locator('.moment')
  await expect(scene).toContainText('Chiyo challenges Aiko')
  await expect(scene).toContainText('4 against 4')
  await expect(scene).toContainText('Chiyo wins the trophy (Incense)')
  await page.goto(at('last throw, 4'))
  await page.reload()
  await expect(scene).toContainText('3 + 1 against 3 + 2')
  await expect(scene).toContainText('Aiko wins the trophy (Incense)')
  await page.goto(at('white belt, 3'))
  await page.getByRole('button', { name: 'Broom' }).focus()
  await expect(page.getByRole('tooltip').filter({ hasText: 'has no effect and is worth 3 points' })).toBeVisible()
  await page.getByRole('button', { name: /^Dojo: Aiko: \d+ points?$/ }).click()
  const count = page.getByRole('group', { name: 'Dojo: Aiko' })
  await expect(count).toContainText('Trophies held')
  await expect(count).not.toContainText(/nothing yet|reorders|:\s\+/)
})

test('who deals has a fan, and nobody has one where cards are dealt at random', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same fan')
  const fan = page.getByRole('img', { name: 'Dealer' })
  await page.goto(at('give, 5'))
  await expect(fan).toHaveCount(1)
  await page.goto(at('train, 5, en'))
  await expect(page.getByText('Round 12 of 12')).toBeVisible()
  await expect(fan).toHaveCount(0)
})

test('five finished dojos can be read on a desktop', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a desktop')
  await page.goto('/replay')
  await page.locator('input[type=file]').setInputFiles('../tests/vectors/games/dojo-02.jsonl')
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Skip to the end' }).click()
  await expect(page.locator('.counting article')).toHaveCount(5)
  expect((await least(page.locator('.counting .cell'))).width).toBeGreaterThan(50)
})

test('the count keeps its reasons, and says what was moved', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same count')
  await page.goto('/replay')
  const buffer = readFileSync('../tests/vectors/games/dojo-01.jsonl')
  await page.locator('input[type=file]').setInputFiles({ name: 'game.jsonl', mimeType: 'application/jsonl', buffer })
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Skip to the end' }).click()
  await expect(page.getByText('Marked cards were moved by a broom or an assistant.')).toBeVisible()
  await page.getByRole('article', { name: 'Dojo: Player 2' }).getByRole('button', { name: 'Row 2: 10 points' }).click()
  await expect(page.getByRole('article', { name: 'Dojo: Player 2' })).toContainText(/Row 2: 4 \w+: 10/)
  await expectAccessible(page)
})
