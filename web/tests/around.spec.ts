import { expect, expectAccessible, expectNoSidewaysScroll, test } from './hall'
import { byMouse, play, visitor } from './players'

test('who is muted is not heard, not even after a reload', async ({ page, browser, baseURL, isMobile }) => {
  test.skip(isMobile, 'the same words')
  const guest = await visitor(browser, baseURL!)
  await page.goto('/open')
  await page.getByRole('radio', { name: '2', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Open the table' }).click()
  await guest.page.goto(await page.getByLabel('Link', { exact: true }).inputValue())
  await guest.page.getByRole('button', { name: 'Sit here' }).click()
  await page.getByRole('button', { name: 'Begin' }).click()

  const say = async (text: string) => {
    await guest.page.getByLabel('Say something').fill(text)
    await guest.page.getByRole('button', { name: 'Say', exact: true }).click()
    await expect(guest.page.getByText(text)).toBeVisible()
  }
  await guest.page.getByRole('button', { name: 'Chat' }).click()
  await page.getByRole('button', { name: 'Chat' }).click()
  await say('first')
  await expect(page.getByText('first')).toBeVisible()
  const mute = page.getByLabel('Mute Player 2')
  await mute.check()
  await say('second')
  await page.reload()
  await page.getByRole('button', { name: /^Chat/ }).click()
  await expect(mute).toBeChecked()
  await say('third')
  await mute.uncheck()
  await say('fourth')
  await expect(page.getByText('fourth')).toBeVisible()
  for (const text of ['second', 'third']) await expect(page.getByText(text)).toHaveCount(0)

  const watcher = await visitor(browser, baseURL!)
  await watcher.page.goto(page.url())
  await watcher.page.getByRole('button', { name: 'Chat' }).click()
  await page.getByLabel('Mute those who only watch').check()
  await watcher.page.getByLabel('Say something').fill('fifth')
  await watcher.page.getByRole('button', { name: 'Say', exact: true }).click()
  await expect(guest.page.getByText('fifth')).toBeVisible()
  await say('sixth')
  await expect(page.getByText('sixth')).toBeVisible()
  await expect(page.getByText('fifth')).toHaveCount(0)
  await expectAccessible(page)
  expect(guest.heard).toEqual([])
})

test('a listed table is found in the lobby and joined', async ({ page, browser, baseURL, isMobile }) => {
  test.skip(isMobile, 'the same list')
  const guest = await visitor(browser, baseURL!)
  await guest.page.goto('/join')
  await page.goto('/settings')
  await page.getByLabel('Your name').fill('Murasaki')
  await page.getByLabel('Your name').press('Enter')
  await page.goto('/open')
  await page.getByRole('radio', { name: '2', exact: true }).check({ force: true })
  await page.getByLabel('Show it in the lobby').check()
  await page.getByRole('button', { name: 'Open the table' }).click()

  const listed = guest.page.getByRole('link', { name: /Murasaki/ })
  await expect(listed).toContainText('3 of 4 seated')
  await expectAccessible(guest.page)
  await listed.click()
  await guest.page.getByRole('button', { name: 'Sit here' }).click()
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(guest.page.getByRole('region', { name: 'My dojo' })).toBeVisible()

  const third = await visitor(browser, baseURL!)
  await third.page.goto('/join')
  await expect(third.page.getByText('Nobody is waiting just now.')).toBeVisible()
  expect([...guest.heard, ...third.heard]).toEqual([])
})

test('it can be installed, and opens without a network', async ({ page, context, baseURL, isMobile }) => {
  test.skip(!isMobile, 'one device is enough')
  await page.goto('/')
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = (await (await page.request.get(href!)).json()) as {
    name: string
    start_url: string
    display: string
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
  }
  expect(manifest).toMatchObject({ name: 'Tatami', start_url: '/', display: 'standalone' })
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src, sizes, type } of manifest.icons.filter(({ type }) => type === 'image/png')) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type']).toBe(type)
    const drawn = await page.evaluate(async (url) => {
      const { width, height } = await createImageBitmap(await (await fetch(url)).blob())
      return `${width}x${height}`
    }, src)
    expect(drawn).toBe(sizes)
  }
  const session = await context.newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  const worker = await page.evaluate(async () => {
    const { active, scope } = await navigator.serviceWorker.ready
    return { script: active?.scriptURL, scope }
  })
  expect(worker).toEqual({ script: `${baseURL}/sw.js`, scope: `${baseURL}/` })
  await context.setOffline(true)
  for (const [path, heading] of [['/', 'An old training hall'], ['/rules/dojo', 'Dojo'], ['/score', 'Score my dojo'], ['/learn', 'Learn Dojo']] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
  }
  await expect(page.locator('.lesson')).toBeVisible()
})

test('open panels are accessible', async ({ page, isMobile }) => {
  await page.emulateMedia({ colorScheme: isMobile ? 'dark' : 'light' })
  await page.goto('/play')
  await page.getByRole('button', { name: 'New game' }).click()
  await expectAccessible(page)
  await page.goto('/open')
  await page.getByRole('button', { name: 'Open the table' }).click()
  await page.getByRole('button', { name: 'Masters on all free chairs' }).click()
  await page.getByText('Fair chance').click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Begin' }).click()
  for (const panel of ['Help', 'Other device', 'Chat']) {
    await page.getByRole('button', { name: panel }).click()
    await expect(page.getByRole('complementary', { name: panel })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Forget me' }).click()
  await expectAccessible(page)
})

test('a table for friends keeps its chairs for them; who comes late is told so', async ({ page, browser, baseURL, isMobile }) => {
  test.skip(isMobile, 'the same words')
  await page.goto('/open')
  await page.getByRole('button', { name: 'Open the table' }).click()
  await expect(page.getByText('Free', { exact: true })).toHaveCount(3)
  await page.getByRole('button', { name: 'Masters on all free chairs' }).click()
  const late = await visitor(browser, baseURL!)
  await late.page.goto(await page.getByLabel('Link', { exact: true }).inputValue())
  await expect(late.page.getByText('All chairs are taken: you can watch.')).toBeVisible()
})

test('a table of Tatamokatsu says how much of a slow line it makes good', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same form')
  const opened: { settings: { lag_cap?: number } }[] = []
  page.on('websocket', (line) =>
    line.on('framesent', ({ payload }) => {
      const command = JSON.parse(String(payload)) as { type: string; settings: { lag_cap?: number } }
      if (command.type === 'open') opened.push(command)
    }),
  )
  for (const [distance, cap] of [[null, 400], ['Far apart', 1000], ['Close together', 100]] as const) {
    await page.goto('/open?game=tatamokatsu')
    if (distance) {
      await page.locator('summary').click()
      await expectAccessible(page)
      await page.getByRole('radio', { name: distance }).check({ force: true })
    }
    await page.getByRole('button', { name: 'Open the table' }).click()
    await expect(page.getByRole('heading', { name: 'The table is laid' })).toBeVisible()
    expect(opened.at(-1)!.settings.lag_cap).toBe(cap)
  }
})

test('Black Belt is one tap away, and no game is lost by it', async ({ page }) => {
  test.setTimeout(60_000)
  await page.goto('/play')
  const black = page.getByRole('button', { name: 'Black Belt' })
  await expect(black).toHaveAttribute('aria-pressed', 'false')
  await black.click()
  await expect(black).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Round 1 of 12')).toBeVisible()
  await page.reload()
  await expect(black, 'it is the game that is kept').toHaveAttribute('aria-pressed', 'true')

  await play(page, byMouse, async () => page.getByText(/Round ([2-9]|1\d) of 12/).isVisible())
  await black.click()
  await expect(page.getByRole('checkbox', { name: 'Black Belt' })).not.toBeChecked()
  await expect(black, 'the game goes on until another is begun').toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(black).toHaveAttribute('aria-pressed', 'false')

  await page.goto('/open')
  await page.locator('label').filter({ hasText: 'Black Belt' }).click()
  await page.getByRole('button', { name: 'Open the table' }).click()
  await expect(page.getByText('Black Belt')).toBeVisible()
})
