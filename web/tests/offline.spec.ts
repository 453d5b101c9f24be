import { expect, expectAccessible, expectNoSidewaysScroll, test } from './hall'
import { byTouch, play } from './players'

test.use({ locale: 'fr-FR' })

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

  await page.getByRole('button', { name: 'Aide' }).click()
  await expect(page.getByText('Cartes que personne n’a encore montrées')).toBeVisible()
  await page.keyboard.press('Escape')

  const third = page.getByText('Manche 3 sur 12')
  await play(page, byTouch, async () => (await third.count()) > 0)
  await page.reload()
  await expect(third).toBeAttached()
  await play(page, byTouch)
  await page.getByRole('button', { name: 'Aller à la fin' }).click()
  await expect(page.locator('#count-title')).toHaveText(/gagne|partagent/)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Revoir la partie' }).click()
  await expect(page.getByText('Vérifiée')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\/replay\?game=\d+#2$/)
  // It stays on this device.
  await page.goto('/replay')
  await page.getByRole('link', { name: /\d{4}/ }).click()
  await page.reload()
  await page.getByLabel('Qui sait quoi').selectOption('Kenta')
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
