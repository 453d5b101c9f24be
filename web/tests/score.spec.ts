import { expect, expectAccessible, test } from './hall'

test('a dojo typed in is scored, and its link opens it again', async ({ page }) => {
  await page.goto('/score')
  await page.getByRole('button', { name: 'Row 1, column 1: empty' }).focus()
  for (const card of ['T1', 'M4', 'R3', 'R4', 'M1', 'T4', 'R5', 'C3', 'B2', 'F1', 'B5', 'F1'])
    for (const key of card) await page.keyboard.press(key)
  await expect(page.locator('.total strong')).toHaveText('12')

  await page.getByRole('button', { name: 'Trophy of row 1: none' }).click()
  await page.getByRole('button', { name: /^Assistant/ }).click()
  await page.getByRole('button', { name: 'Trophy of column 2: none' }).click()
  await page.getByRole('button', { name: /^Broom/ }).click()
  await page.getByRole('button', { name: 'Trophy of column 4: none' }).click()
  await page.getByRole('button', { name: /^Multicolour/ }).click()
  await expect(page.locator('.total strong')).toHaveText('22')
  await expect(page.getByRole('heading', { name: 'The best arrangement' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/')
  await page.goBack()
  await expect(page.locator('.total strong')).toHaveText('22')
})

test('cards are tapped in', async ({ page }) => {
  await page.goto('/score')
  await page.getByRole('button', { name: 'Fox' }).click()
  await page.getByRole('button', { name: '4, blue' }).click()
  await expect(page.getByRole('button', { name: 'Row 1, column 1: Fox, blue belt, 4' })).toBeVisible()
  await expect(page.getByText('11 cards to go')).toBeVisible()
  await page.getByRole('button', { name: 'Start afresh' }).click()
  await expect(page.getByText('12 cards to go')).toBeVisible()
})

test('no more cards than the box holds, and a word why a line scores', async ({ page }) => {
  await page.goto('/score')
  await page.getByRole('button', { name: 'Row 1, column 1: empty' }).focus()
  for (const key of 'M5M5M5') await page.keyboard.press(key)
  await expect(page.locator('.problem')).toHaveText('The box has no other Monkey, black belt, 5.')
  await expect(page.getByText('10 cards to go')).toBeVisible()
  for (const key of '4F1F5T5C1B1B2M3T4C2') await page.keyboard.press(key)
  await expect(page.getByText('Row 1 3 monkeys: 6')).toBeVisible()
  await page.goto('/')
  await page.goto(`/score#fr.${'M5'.repeat(12)}.0000000`)
  await expect(page.getByText('more than the box holds: Monkey, black belt, 5')).toBeVisible()
  await expect(page.locator('.total strong')).toHaveCount(0)
})
