import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './hall'
import { byKeyboard, byMouse, byTouch, play, visitor } from './players'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

test(
  'three people play Dojo to the end: by mouse, by touch, by keyboard',
  { tag: '@whole' },
  async ({ page, browser, baseURL, isMobile }) => {
    test.skip(isMobile, 'it brings its own phone')
    test.setTimeout(300_000)
    const touch = await visitor(browser, baseURL!, phone)
    const keys = await visitor(browser, baseURL!, { locale: 'fr-FR', viewport: { width: 1280, height: 800 } })

    await page.goto('/open')
    await page.getByRole('radio', { name: '3', exact: true }).first().check({ force: true })
    await page.getByRole('button', { name: 'Open the table' }).click()
    await page.getByLabel('Your name').fill('Aiko')
    await page.getByLabel('Your name').press('Enter')
    const code = (await page.locator('.code b').textContent())!
    await expectAccessible(page)

    // One comes by the code and is named, one by the link and only with keys.
    await touch.page.goto('/join')
    await touch.page.getByLabel('Table code').fill(code)
    await touch.page.getByRole('button', { name: 'Take a seat' }).tap()
    await touch.page.getByRole('button', { name: 'Sit here' }).first().tap()
    await keys.page.goto(await page.getByLabel('Link', { exact: true }).inputValue())
    await byKeyboard(keys.page.getByRole('button', { name: 'S’asseoir ici' }))
    await expect(page.getByRole('button', { name: 'Begin' })).toBeEnabled()
    await page.getByRole('button', { name: 'Begin' }).click()

    // Words cross the table; a reload in the middle of the game loses nothing.
    await page.getByRole('button', { name: 'Chat' }).click()
    await page.getByLabel('Write a message').fill('Bonjour')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await keys.page.getByRole('button', { name: /^Discussion/ }).click()
    await expect(keys.page.getByText('Aiko Bonjour')).toBeVisible()
    await keys.page.keyboard.press('Escape')

    const inTheMiddle = async () => Boolean(await touch.page.getByText(/Round [4-9]/).count())
    await Promise.all([
      play(page, byMouse),
      play(touch.page, byTouch, inTheMiddle).then(async () => {
        await touch.page.reload()
        await play(touch.page, byTouch)
      }),
      play(keys.page, byKeyboard),
    ])

    for (const each of [page, touch.page, keys.page]) {
      const skip = each.getByRole('button', { name: /Skip to the end|Aller à la fin/ })
      if (await skip.isVisible()) await skip.click()
      await expect(each.locator('#count-title')).toHaveText(/win|share|gagne|partage/)
    }
    await expectAccessible(touch.page)
    const replay = await touch.page.getByRole('link', { name: 'Watch the replay' }).getAttribute('href')

    const chairs = (at: Page) => at.locator('ol li b').allTextContents()
    await page.getByRole('button', { name: 'Rematch, everyone moves one seat' }).click()
    // The others look at the count as long as they like, and the game waits for them.
    await expect(page.getByText('Not everybody is back yet.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Begin' })).toBeDisabled()
    const come = /The rematch is ready|La revanche est prête/
    for (const each of [touch.page, keys.page]) {
      await expect(each.getByRole('button', { name: /Share the replay|Partager la partie/ })).toBeVisible()
      await each.getByRole('link', { name: come }).click()
    }
    for (const each of [page, touch.page, keys.page])
      await expect(each.getByRole('heading', { name: /The table is ready|La table est prête/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Begin' })).toBeEnabled()
    // Aiko sat first and sits second now.
    expect((await chairs(touch.page))[1]).toBe('Aiko')

    // A bare link knows the names, too.
    await page.goto(replay!.split('?')[0]!)
    await expect(page.getByLabel('Seen by').getByRole('option', { name: 'Aiko' })).toBeAttached()
    await expect(page.getByText('Verified')).toBeVisible()
    await page.keyboard.press('End')
    await expect(page.locator('.counting')).toBeVisible()
    // It is among everybody's replays.
    await touch.page.goto('/replay')
    await expect(touch.page.locator('li a')).toContainText(/Online.*Aiko.*wins?|share/s)
    expect([...touch.heard, ...keys.heard]).toEqual([])
  },
)

test('a lost line shows itself and recovers', async ({ page, baseURL }) => {
  let cut = async () => {}
  await page.routeWebSocket(`${baseURL!.replace('http', 'ws')}/ws*`, (line) => {
    line.connectToServer()
    cut = () => line.close({ code: 1011 })
  })
  await page.goto('/open')
  await page.getByRole('button', { name: 'Open the table' }).click()
  await page.getByRole('button', { name: 'Fill the table' }).click()
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
  await cut()
  await expect(page.getByText('Connection lost')).toBeVisible()
  await expect(page.getByText('Connection lost')).toBeHidden()
  await play(page, byMouse, async () => Boolean(await page.getByText('Round 2 of 12').count()))
})

test('a placed card is taken back while another chooses', async ({ page, browser, baseURL, isMobile }) => {
  test.skip(isMobile, 'the same words')
  const guest = await visitor(browser, baseURL!)
  await page.goto('/open')
  await page.getByRole('radio', { name: '2', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Open the table' }).click()
  await guest.page.goto(await page.getByLabel('Link', { exact: true }).inputValue())
  await guest.page.getByRole('button', { name: 'Sit here' }).click()
  await page.getByRole('button', { name: 'Begin' }).click()

  const spot = (at: Page) => at.locator('.spot.cell').first()
  await Promise.all([page, guest.page].map((each) => play(each, byMouse, () => spot(each).isVisible())))
  const confirm = page.getByRole('button', { name: 'Place it here' })
  // What the others do may move the table under a press.
  await expect(async () => {
    if (!(await confirm.isVisible())) await spot(page).click()
    await expect(confirm).toBeVisible({ timeout: 3000 })
  }).toPass()
  await confirm.click()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(spot(page)).toBeVisible()
  expect(guest.heard).toEqual([])
})

test('a seat moves to another device', async ({ page, browser, baseURL }) => {
  await page.goto('/open')
  await page.getByRole('button', { name: 'Open the table' }).click()
  await page.getByRole('button', { name: 'Fill the table' }).click()
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByRole('button', { name: 'Other device' }).click()
  const link = await page.getByLabel('Link', { exact: true }).inputValue()
  const other = await visitor(browser, baseURL!)
  await other.page.goto(link)
  await expect(other.page.getByRole('region', { name: 'My dojo' })).toBeVisible()
  await expect(page.getByText('Watching')).toBeVisible()
  expect(other.heard).toEqual([])
})
