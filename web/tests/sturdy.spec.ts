// When things go wrong: lines, files, chunks and kept games that fail.

import { readFileSync } from 'node:fs'
import { type Page, test as noisy } from '@playwright/test'
import { experienced } from './fingers'
import { expect, expectAccessible, test } from './hall'
import { byMouse, play, visitor } from './players'

const narrow = { width: 390, height: 844 }
const text = readFileSync('../tests/vectors/games/dojo-01.jsonl', 'utf8')
async function sitAmongBots(page: Page) {
  await page.goto('/open')
  for (const [name, value] of [
    ['seats', 3],
    ['bots', 2],
  ] as const)
    await page.locator(`input[name=${name}][value="${value}"]`).check({ force: true })
  await page.getByRole('button', { name: 'Open the table' }).click()
  await page.getByRole('button', { name: 'Begin' }).click()
}

const fileField = /^A recorded game on this device/

test('that the line is lost can be read on a phone', async ({ page, baseURL }) => {
  await page.setViewportSize(narrow)
  let cut = async () => {}
  let dead = false
  await page.routeWebSocket(`${baseURL!.replace('http', 'ws')}/ws*`, (line) => {
    if (dead) return void line.close({ code: 1011 })
    line.connectToServer()
    cut = () => line.close({ code: 1011 })
  })
  await sitAmongBots(page)
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
  dead = true
  await cut()
  const words = page.locator('.bar .lost')
  await expect(words).toBeVisible()
  const { width, height } = (await words.boundingBox())!
  expect(width).toBeGreaterThan(150)
  expect(height).toBeLessThan(32)
  for (const button of await page.locator('.bar button').all()) await expect(button).toBeHidden()
})

test('a server that says nothing any more is noticed, and the decision is said again', async ({
  page,
  baseURL,
  isMobile,
}) => {
  test.skip(isMobile, 'the same line')
  test.setTimeout(60_000)
  let frozen = false
  await page.routeWebSocket(`${baseURL!.replace('http', 'ws')}/ws*`, (line) => {
    const server = line.connectToServer()
    line.onMessage((message) => void (frozen || server.send(message)))
    server.onMessage((message) => void (frozen || line.send(message)))
  })
  await sitAmongBots(page)
  const mine = page.locator('.decision.mine .choices button')
  await play(page, byMouse, async () => (await mine.count()) > 1)
  frozen = true
  const asked = await page.locator('.decision.mine').textContent()
  await mine.first().click()
  await expect(page.getByText('Connection lost')).toBeVisible({ timeout: 12_000 })
  frozen = false
  await expect(page.getByText('Connection lost')).toBeHidden({ timeout: 12_000 })
  await expect(page.locator('.decision.mine').filter({ hasText: asked! })).toHaveCount(0)
})

noisy.describe('a page without its service worker', () => {
  // A worker that is quick enough would fetch the part by itself, past the route below.
  noisy.use({ serviceWorkers: 'block' })

  noisy('a room that cannot be fetched is said so, without endless reloading', async ({ page }) => {
    let loads = 0
    page.on('load', () => ++loads)
    await page.route(/assets\/Rules-.*\.js/, (route) => route.abort())
    await page.goto('/rules')
    await expect(page.getByRole('alert')).toHaveText('A part of the page could not be loaded.')
    await page.waitForTimeout(1000)
    expect(loads).toBeLessThanOrEqual(2)
    await page.unroute(/assets\/Rules-.*\.js/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('This page could not be opened')
  })
})

test('an address that says nothing leads to the page that says so', async ({ page }) => {
  await page.goto('/t/%E0%A4%A')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

const secrets = { seed: '00'.repeat(32), secret: '00'.repeat(32) }
const dojo = { header: { game: 'dojo', players: 4 }, tempo: 'untimed' }
for (const [what, diary] of [
  ['broken', '{"settings":'],
  [
    'refused by the rules',
    JSON.stringify({ settings: { header: { game: 'go', players: 4 } }, secrets, opened: 1, entries: [{ at: 2 }] }),
  ],
  [
    'never begun',
    JSON.stringify({
      settings: dojo,
      secrets,
      opened: 1,
      entries: [{ command: { type: 'sit', table: 'offline', seat: 0 }, at: 2 }],
    }),
  ],
] as const)
  test(`a kept game that is ${what} gives way to a new one`, async ({ page, isMobile }) => {
    test.skip(isMobile, 'the same diary')
    await page.goto('/')
    for (const [path, key] of [
      ['/play', 'tatami.game'],
      ['/play/tatamokatsu', 'tatami.fingers'],
    ] as const) {
      await page.evaluate(([key, diary]) => localStorage.setItem(key!, diary!), [key, diary])
      await page.goto(path)
      await expect(page.getByText('could not be read: a new one begins')).toBeVisible()
      await page.reload()
      await expect(page.getByRole('button', { name: 'New game' })).toBeVisible()
      await expect(page.getByText('could not be read')).toBeHidden()
    }
    await page.evaluate((diary) => localStorage.setItem('tatami.together', diary), diary)
    await page.goto('/together')
    await expect(page.getByText('could not be read')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible()
  })

noisy('a file opened where another game was asked for is shown, and garbage is called so', async ({ page }) => {
  await page.goto('/replay/nosuchgame')
  await expect(page.getByRole('alert')).toHaveText('There is no recording of this game.')
  const open = (name: string, content: string) =>
    page.getByLabel(fileField).setInputFiles({ name, mimeType: 'application/jsonl', buffer: Buffer.from(content) })
  await open('garbage.jsonl', 'no record\nat all\n')
  await expect(page.getByRole('alert')).toHaveText('This file is not a recorded game.')
  await page.goto('/replay/nosuchgame')
  await open('game.jsonl', text)
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
  await expect(page).toHaveURL(/\/replay\?opened$/)
})

test('a damaged or cut record gets a sentence, and no table', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same words')
  await page.goto('/replay')
  const lines = text.trimEnd().split('\n')
  const open = (content: string) =>
    page
      .getByLabel(fileField)
      .setInputFiles({ name: 'game.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(content) })
  const alert = page.getByRole('alert')
  const table = page.getByRole('region', { name: 'Table' })
  await open([...lines.slice(0, 4), '{"seat":0,"place":[9,9]}', ...lines.slice(5)].join('\n'))
  await expect(alert).toHaveText('This recorded game breaks the rules at line 5.')
  await expect(table).toHaveCount(0)
  await open(lines.slice(0, 90).join('\n'))
  await expect(alert).toHaveText('This recorded game is cut short: it stops before the end.')
  await open(text.slice(0, text.length / 2))
  await expect(alert).toHaveText('This recorded game is cut short: it stops before the end.')
  await expect(table).toHaveCount(0)
  await open(text)
  await expect(table).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('the name is forgotten in its field, too, and no name is a guest’s', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same field')
  await page.goto('/settings')
  const name = page.getByLabel('Your name')
  await name.fill('Aiko')
  await name.press('Enter')
  await name.fill('')
  await name.press('Enter')
  await expect(name).toHaveValue('Guest')
  await page.getByRole('button', { name: 'Forget me' }).click()
  await page.getByRole('button', { name: 'Yes, forget me' }).click()
  await expect(page.getByText('Your data has been erased.')).toBeVisible()
  await expect(name).toHaveValue('')
})

test('chat: what was read is read, and the focus goes in and back', async ({ page, browser, baseURL, isMobile }) => {
  test.skip(isMobile, 'the same panel')
  const guest = await visitor(browser, baseURL!)
  await page.goto('/open')
  await page.getByRole('radio', { name: '2', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Open the table' }).dblclick() // one table all the same
  await guest.page.goto(await page.getByLabel('Link', { exact: true }).inputValue())
  await guest.page.getByRole('button', { name: 'Sit here' }).click()
  await page.getByRole('button', { name: 'Begin' }).click()

  const chat = page.getByRole('button', { name: /^Chat/ })
  const panel = page.getByRole('complementary', { name: 'Chat' })
  const say = async (words: string) => {
    await guest.page.getByLabel('Write a message').fill(words)
    await guest.page.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await guest.page.getByRole('button', { name: /^Chat/ }).click()
  await say('one')
  await expect(page.locator('.unread')).toHaveText('1')
  for (const close of ['Escape', 'button'] as const) {
    await chat.click()
    await expect(panel).toBeFocused()
    await say(`before ${close}`)
    await expect(panel.getByText(`before ${close}`)).toBeVisible()
    if (close === 'Escape') await page.keyboard.press('Escape')
    else await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toBeHidden()
    await expect(chat).toBeFocused()
    await expect(page.locator('.unread')).toHaveCount(0)
  }
  await say('last')
  await expect(page.locator('.unread')).toHaveText('1')
  expect(guest.heard).toEqual([])
})

test('without a clipboard the link is selected to be copied', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones share')
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    delete (Navigator.prototype as { share?: unknown }).share
  })
  await page.goto('/open')
  await page.getByRole('button', { name: 'Open the table' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copy it' })).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('/t/')
})

test('a game opened in two tabs goes on in one of them, and nothing is lost', async ({ page, context, isMobile }) => {
  test.skip(isMobile, 'once is enough')
  await experienced(page)
  await page.goto('/play/tatamokatsu')
  await page.getByRole('button', { name: 'New game' }).click()
  await page.locator('.new-game select').first().selectOption('5')
  await page.getByLabel('Unhurried').check()
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
  const second = await context.newPage()
  await second.goto('/play/tatamokatsu')
  await expect(second.getByRole('region', { name: 'Table' })).toBeVisible()
  await second.getByRole('button', { name: 'New game' }).click()
  await expect(second.locator('.new-game select').first()).toHaveValue('5')
  await expect(second.getByLabel('Unhurried')).toBeChecked()
  await expect(page.getByText('is open in another tab')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue here' }).click()
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
  await expect(second.getByText('is open in another tab')).toBeVisible()
})
