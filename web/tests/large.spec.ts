// Text at twice its size, as whoever sees badly sets it: panels, forms and the count lose nothing.

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, test } from './hall'

const enlarge = (page: Page) => page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))

/** Words in `part` that are cut off, or lie where no scrolling leads. */
const lost = (page: Page, part: string) =>
  page.evaluate((selector) => {
    const cut: string[] = []
    for (const root of document.querySelectorAll(selector)) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const words = node.textContent!.trim()
        const holder = node.parentElement!
        if (
          !words ||
          !holder.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
          holder.closest('.unseen, option')
        )
          continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        if (left < -1 || right > innerWidth + 1) cut.push(`${words}: beside the window`)
        let scrolls = false
        for (
          let around: HTMLElement | null = holder;
          around && around !== document.body;
          around = around.parentElement
        ) {
          const { overflowX, overflowY } = getComputedStyle(around)
          const box = around.getBoundingClientRect()
          if (overflowX !== 'visible' && (left < box.left - 1 || right > box.right + 1))
            cut.push(`${words}: cut beside`)
          scrolls ||= ['auto', 'scroll'].includes(overflowY)
          if (!scrolls && ['hidden', 'clip'].includes(overflowY) && (top < box.top - 2 || bottom > box.bottom + 2))
            cut.push(`${words}: cut below`)
        }
      }
    }
    return cut
  }, part)

async function expectWhole(page: Page, part: string) {
  await enlarge(page)
  await expect(page.locator(part).first()).toBeVisible()
  await page.waitForTimeout(100)
  expect(await lost(page, part)).toEqual([])
  await expectNoSidewaysScroll(page)
}

for (const locale of ['en-US', 'fr-FR']) {
  const french = locale === 'fr-FR'
  test.describe(locale, () => {
    test.use({ locale })

    test('panels and forms hold large text', async ({ page, isMobile }) => {
      test.setTimeout(60_000)
      await page.goto('/play')
      await page.getByRole('button', { name: french ? 'Nouvelle partie' : 'New game' }).click()
      await expectWhole(page, '.new-game, .bar')
      await page.getByRole('button', { name: french ? 'Aide' : 'Help' }).click()
      await expectWhole(page, 'aside')
      await page.goto('/play/tatamokatsu')
      await expectWhole(page, '.pad, .ask')
      if (!isMobile) {
        await page.getByRole('button', { name: french ? 'Touches' : 'Keys' }).click()
        await expectWhole(page, 'aside')
      }
      await page.goto('/open')
      await page.getByRole('button', { name: french ? 'Ouvrir la table' : 'Open the table' }).click()
      await page.getByRole('button', { name: french ? 'Compléter la table' : 'Fill the table' }).click()
      await page.getByRole('button', { name: french ? 'Commencer' : 'Begin' }).click()
      for (const panel of french ? ['Autre appareil', 'Discussion'] : ['Other device', 'Chat']) {
        await page.getByRole('button', { name: panel }).click()
        await expectWhole(page, 'aside')
      }
    })

    test('the count holds large text', async ({ page }) => {
      await page.goto('/replay')
      const buffer = readFileSync('../tests/vectors/games/dojo-01.jsonl')
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'game.jsonl', mimeType: 'application/jsonl', buffer })
      await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
      await page.keyboard.press('End')
      const counting = page.locator('.counting')
      await expect(counting).toBeVisible()
      await expectWhole(page, '.counting')
      await counting.getByRole('button').first().click()
      await expect(page.locator('.ranking')).toBeVisible()
      await expectWhole(page, '.counting')
      const widths = await counting
        .locator('.cell')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().width))
      expect(Math.min(...widths), 'cards can be read').toBeGreaterThan(24)
    })
  })
}
