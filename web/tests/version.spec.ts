// A page that speaks an older version of the protocol, against the real server.

import { readFileSync } from 'node:fs'
import { type Page, test } from '@playwright/test'
import { version } from '../src/protocol'
import { expect, expectAccessible } from './hall'

// A worker would keep the scripts of one version for the other.
test.use({ serviceWorkers: 'block' })

/** The first loads get the page of the version before: its scripts say another version. */
async function serveOldPage(page: Page, loads: number) {
  const seen = { loads: 0, scripts: 0, heard: [] as string[] }
  page.on('request', (request) => {
    if (request.isNavigationRequest()) ++seen.loads
  })
  page.on('websocket', (socket) => {
    if (socket.url().endsWith('?protocol=0.9.0'))
      socket.on('framereceived', ({ payload }) => seen.heard.push(payload.toString()))
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const text = readFileSync(`dist${new URL(route.request().url()).pathname}`, 'utf8')
    const body = seen.loads <= loads ? text.replaceAll(version, '0.9.0') : text
    if (body !== text) ++seen.scripts
    await route.fulfill({ body, contentType: 'text/javascript' })
  })
  return seen
}

const alert = 'Tatami has been updated. This page reloads to go on; your games are kept.'

test('an old page says that it is old and reloads into the new one', async ({ page }) => {
  const seen = await serveOldPage(page, 1)
  await page.goto('/join')
  await expect(page.getByText(alert)).toBeVisible()
  expect(seen.scripts).toBeGreaterThan(0)
  await expect.poll(() => seen.loads).toBe(2)
  await expect(page.getByText(alert)).toBeHidden()
  expect(seen.heard.join()).toContain('"type":"welcome"')
  // The new page is understood.
  await page.goto('/open')
  await page.getByRole('button', { name: 'Open the table' }).click()
  await expect(page).toHaveURL(/\/t\//)
})

test('a page that stays old does not reload for ever, and has a button', async ({ page }) => {
  const seen = await serveOldPage(page, 2)
  await page.goto('/join')
  await expect.poll(() => seen.loads).toBe(2)
  await expect(page.getByRole('alert').getByText(alert)).toBeVisible()
  await expectAccessible(page)
  await page.waitForTimeout(4000)
  expect(seen.loads).toBe(2)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => seen.loads).toBe(3)
  await expect(page.getByText(alert)).toBeHidden()
})
