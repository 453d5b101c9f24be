import { expect, expectAccessible, test } from './hall'

const pages = [
  '/',
  '/open',
  '/join',
  '/join/ABCD',
  '/rules',
  '/rules/dojo',
  '/rules/tatamokatsu',
  '/score',
  '/settings',
  '/gallery',
  '/gallery/table',
  '/nowhere',
]

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme })
    for (const path of pages)
      test(`${path} opens and is accessible`, async ({ page, isMobile }) => {
        test.skip(isMobile && colorScheme === 'dark', 'colours do not depend on the size')
        await page.goto(path)
        await expect(page.locator('h1')).toBeAttached()
        await expectAccessible(page)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        expect(wide, 'scrolls sideways').toBe(false)
      })
  })

test('links change the page without loading it again', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { same: true }))
  await page.getByRole('navigation').getByRole('link', { name: 'Rules' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The rules')
  await page.goBack()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
})

test.describe('in French', () => {
  test.use({ locale: 'fr-FR' })
  test('the browser’s language comes first, a choice is kept', async ({ page }) => {
    await page.goto('/rules')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Les règles')
    await page.getByRole('button', { name: 'Show in English' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The rules')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The rules')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('the theme can be chosen', async ({ page }) => {
  await page.goto('/')
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  for (let i = 0; i < 2; ++i) await page.getByRole('button', { name: /^Theme/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(paper)
})

test('a table opens with the game one asked for', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Play now' }).nth(1).click()
  await expect(page.getByRole('radio', { name: /^Tatamokatsu/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Dojo/ }).check({ force: true })
  await page.getByRole('checkbox', { name: /^Black Belt/ }).check({ force: true })
  await page.getByRole('button', { name: 'Open the table' }).click()
  await expect(page.getByRole('status')).toBeVisible()
})
