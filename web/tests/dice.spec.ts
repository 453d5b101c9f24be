// Dice that are thrown: simulated where three dimensions are drawn, flat elsewhere.

import { expect, test, type Page } from '@playwright/test'
import { dice, experienced, nextRoll, rollOn, sitAlone } from './fingers'

const { seed, rolls } = dice(3, () => true)
const raised = (page: Page) => page.locator('.tray [data-raised="true"]')
const simulators = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) if (url.includes('rapier')) found.push(url)
    return found.length
  })

test.describe('in three dimensions', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' }, serviceWorkers: 'allow' })

  test('the simulation comes when it is first needed, and then also without a network', async ({ page, context }) => {
    test.slow()
    const asked: string[] = []
    context.on('request', (request) => {
      if (request.url().includes('rapier')) asked.push(request.url())
    })
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    expect(asked).toEqual([])
    expect(await simulators(page)).toBe(0)
    await experienced(page)
    await sitAlone(page, 3, seed)
    await expect(raised(page)).toBeVisible({ timeout: 20_000 })
    expect(asked.length).toBeGreaterThan(0)
    await expect.poll(() => simulators(page), { timeout: 20_000 }).toBe(1)
    await context.setOffline(true)
    await page.reload()
    await expect(raised(page)).toBeVisible({ timeout: 20_000 })
    await page.locator('.grip').click()
    expect(await nextRoll(page)).toBe(rolls[0])
  })

  test('dice lie still when the faces are shown', async ({ page }) => {
    test.slow()
    await experienced(page)
    await sitAlone(page, 3, seed)
    await expect(raised(page)).toBeVisible({ timeout: 20_000 })
    await page.locator('.grip').click()
    await nextRoll(page)
    // Above the bar that shows the time, which moves.
    const { x, y, width, height } = (await page.locator('.tray canvas').boundingBox())!
    const clip = { x, y, width, height: height * 0.85 }
    const first = await page.screenshot({ clip })
    await page.waitForTimeout(250)
    expect((await page.screenshot({ clip })).equals(first)).toBe(true)
  })
})

test('whoever wants less motion has flat dice, and loads no simulation', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('rapier')) asked.push(request.url())
  })
  await experienced(page)
  await sitAlone(page, 3, seed)
  await page.locator('.grip').click()
  expect(await nextRoll(page)).toBe(rolls[0])
  expect(await page.locator('.tray .dice .dice > span').count()).toBe(3)
  expect(asked).toEqual([])
})

test('a tap throws; force is a choice', async ({ page }) => {
  await experienced(page)
  await sitAlone(page, 3, seed)
  await page.locator('.grip').click({ delay: 30 })
  await expect.poll(() => rollOn(page)).toBe('')
  expect(await nextRoll(page).catch(() => rollOn(page))).toBe(rolls[0])
  await expect(page.locator('.ask')).not.toContainText('Tap or shake')
})

test('a phone that must be asked is asked once, and throws when it has been shaken', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'a desk is not shaken')
  await page.addInitScript(() => {
    const asked = { times: 0 }
    Object.assign(window, { asked })
    Object.assign(DeviceMotionEvent, {
      requestPermission: () => {
        ++asked.times
        return Promise.resolve('granted')
      },
    })
  })
  await experienced(page)
  await sitAlone(page, 3, seed)
  const ask = page.getByRole('button', { name: 'Shake the phone' })
  await ask.click()
  await expect(ask).toHaveCount(0)
  expect(await page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times)).toBe(1)
  await expect(page.locator('.grip')).toBeVisible()
  const move = (acceleration: number, times: number) =>
    page.evaluate(
      async ([acceleration, times]) => {
        for (let i = 0; i < times!; ++i) {
          const x = (i % 2 ? 1 : -1) * acceleration!
          dispatchEvent(new DeviceMotionEvent('devicemotion', { acceleration: { x, y: 0, z: 0 }, interval: 16 }))
          await new Promise((done) => setTimeout(done, 16))
        }
      },
      [acceleration, times],
    )
  await move(0.5, 30) // a hand that trembles
  await expect(page.locator('.grip')).toBeVisible()
  await move(14, 8)
  await expect(page.locator('.grip')).toBeVisible()
  await move(0.5, 30)
  await expect(page.locator('.grip')).toHaveCount(0)
  expect(await nextRoll(page).catch(() => rollOn(page))).toBe(rolls[0])
})

for (const [width, height] of [
  [320, 568],
  [360, 640],
  [390, 664],
] as const)
  test(`nothing lies on the dice of the first roll (${width}×${height})`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/play/tatamokatsu')
    await expect(page.locator('.guide')).toBeVisible()
    await expect(page.locator('.ask')).toContainText('Tap or shake')
    for (const covers of ['.grip .word', '.grip .meter']) {
      const box = await page.locator(covers).evaluate((each) => {
        const { width, height } = each.getBoundingClientRect()
        return getComputedStyle(each).visibility === 'hidden' ? 0 : width * height
      })
      expect(box, covers).toBeLessThan(8)
    }
  })

// Laptops with the bars of their browser.
for (const [width, height] of [
  [1366, 650],
  [1120, 690],
] as const)
  test(`everything that is pressed is in sight at ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/play/tatamokatsu')
    for (const name of ['.grip', '.pad .shout', '.pad .salute', '.pad .slap', '.lesson']) {
      const box = (await page.locator(name).first().boundingBox())!
      expect(box.y, name).toBeGreaterThanOrEqual(0)
      expect(box.y + box.height, name).toBeLessThanOrEqual(height)
      expect(box.x + box.width, name).toBeLessThanOrEqual(width)
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height)
  })
