import { expect, expectAccessible, expectNoSidewaysScroll, test } from './hall'
import { byTouch, play } from './players'

test.use({ locale: 'fr-FR', serviceWorkers: 'allow' })

test('a whole game without a network, its count and its replay', async ({ page, context, isMobile }) => {
  test.skip(!isMobile, 'one whole game is enough')
  test.setTimeout(240_000)
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('link', { name: 'Jouer' }).first().click()
  await expect(page.getByRole('region', { name: 'Mon dojo' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Nouvelle partie' }).tap()
  await page.getByLabel('Places').selectOption('3 joueurs')
  await page.getByRole('button', { name: 'Commencer' }).tap()

  // Somebody's first game: each decision says what it is about, and what the trophy does.
  const choice = page.locator('.decision.mine')
  const coach = choice.locator('.coach')
  await play(page, byTouch, () => choice.isVisible())
  await expect(coach).toContainText('Trophée (')
  await page.getByRole('button', { name: 'Aide' }).click()
  await expect(page.getByText('Cartes pas encore révélées')).toBeVisible()
  await page.keyboard.press('Escape')

  const third = page.getByText('Tour 3 sur 12')
  await play(page, byTouch, async () => (await third.count()) > 0)
  await page.reload()
  await expect(third).toBeAttached()
  await play(page, byTouch)
  await page.getByRole('button', { name: 'Aller à la fin' }).click()
  await expect(page.locator('#count-title')).toHaveText(/gagne|partagent/)
  await expectAccessible(page)

  await expect(page.getByText(/Votre rang\s: \d sur 3/)).toBeVisible()
  await expect(page.locator('.next > *').first(), 'the first thing to do').toHaveText('Revoir mes décisions')
  await page.getByRole('button', { name: 'Revoir la partie' }).click()
  await expect(page.getByText('Tirage vérifié')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\/replay\?game=\d+#2$/)
  // One game has taught enough; the help calls the coach back.
  await page.goto('/play')
  await play(page, byTouch, () => choice.isVisible())
  await expect(coach).toHaveCount(0)
  await page.getByRole('button', { name: 'Aide' }).click()
  await page.getByLabel('Expliquer chaque décision').check()
  await page.keyboard.press('Escape')
  await expect(coach).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Apprendre en 3 minutes' })).toHaveCount(0)
  // It stays on this device.
  await page.goto('/replay')
  await page.getByRole('link', { name: /\d{4}/ }).click()
  await page.reload()
  await page.getByLabel('Vu par').selectOption('Kenta')
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
