// People at a table: each presses in their own way whatever the table lets them choose.

import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { complaints } from './hall'

/** Somebody else, in a browser of their own. */
export async function visitor(
  browser: Browser,
  baseURL: string,
  more: object = {},
): Promise<{ page: Page; heard: string[] }> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...more })
  const page = await context.newPage()
  return { page, heard: complaints(page, baseURL) }
}

export type Press = (target: Locator) => Promise<void>

export const byMouse: Press = (target) => target.click({ timeout: 2000 })
export const byTouch: Press = (target) => target.tap({ timeout: 2000 })

/** With Tab and Enter alone: from wherever the focus is. */
export const byKeyboard: Press = async (target) => {
  const page = target.page()
  for (let i = 0; i < 80; ++i) {
    if (await target.evaluate((element) => element === document.activeElement, undefined, { timeout: 2000 })) {
      await page.keyboard.press('Enter')
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error('never reached')
}

/** Plays until the count, or until `enough` says so. */
export async function play(page: Page, press: Press, enough: () => Promise<boolean> = async () => false) {
  const counting = page.locator('.counting')
  const choices = page.locator('.decision.mine .choices button')
  const spots = page.locator('.decision.mine').locator('xpath=ancestor::*[@role="region"]').locator('.spot')
  const ready = counting.or(choices).or(spots).first()
  for (let n = 0; ; ++n) {
    await expect(async () => {
      await page.keyboard.press('Escape') // hurries the table on
      await expect(ready).toBeVisible({ timeout: 100 })
    }).toPass({ timeout: 60_000, intervals: [20] }) // another may have many keys to press on a busy machine
    if ((await counting.isVisible()) || (await enough())) return
    try {
      const places = await spots.count()
      if (places > 0) await press(spots.nth(n % places))
      if (places > 0) await press(choices.last())
      else await press(choices.nth(n % (await choices.count())))
    } catch {
      // The table moved on meanwhile, as it may.
    }
  }
}
