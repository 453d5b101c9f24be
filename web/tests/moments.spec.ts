import type { Page } from '@playwright/test'
import { expect, test } from './hall'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Everything that was ever shown as a moment, and every card that flew. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          if (!(node instanceof HTMLElement)) continue
          if (node.matches('.moment')) seen.add(node.className.split(' ')[1]!)
          if (node.matches('.hand')) requestAnimationFrame(() => node.getAnimations().length > 0 && seen.add('flight'))
        }
    }).observe(document.body, { childList: true, subtree: true })
  })
const seen = (page: Page) => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])

test('a challenge, three throws and an exchange each have their moment', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same moments')
  test.setTimeout(180_000)
  await page.goto('/play')
  await page.getByRole('button', { name: 'New game' }).click()
  await page.getByLabel('Seats').selectOption('3 players')
  await page.getByRole('checkbox', { name: 'Black Belt' }).check()
  await page.getByRole('button', { name: 'Begin' }).click()
  await watch(page)

  const choices = page.locator('.decision.mine .choices button')
  const wanted = page.locator('.decision.mine').getByRole('button', { name: /^(Challenge|Rock|Exchange)$/ })
  const spot = page.locator('.spot')
  const banzai = page.locator('.moment.challenge')
  let kinds: string[] = []
  let skipped = false
  while (!['challenge', 'bout', 'swap'].every((kind) => kinds.includes(kind)) || !skipped) {
    await choices.or(spot).or(banzai).first().waitFor()
    if (!skipped && (await banzai.isVisible())) {
      await expect(banzai).toContainText('Banzai!')
      await page.keyboard.press('Escape')
      await expect(banzai).toHaveCount(0)
      skipped = true
    }
    const next = (await wanted.count()) > 0 ? wanted : (await choices.count()) > 0 ? choices : spot
    await next
      .first()
      .click({ timeout: 1000 })
      .catch(() => {})
    kinds = await seen(page)
  }
  expect(kinds).toContain('flight')
})
