// What a room of people must never meet: things off the screen, words that are late, a verdict that is gone.

import { listen, struck } from './ear'
import { askLine, dice, kindOf, nextRoll, sitAlone, sitTogether, takeUp } from './fingers'
import { expect, expectAccessible, test } from './hall'
import { playedUntil } from './played'
import { visitor } from './players'
import { screens, unreachable } from './screens'

test('a tap neither flashes nor zooms, nor does a finger that moves scroll', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'touch')
  await sitAlone(page, 3, dice(3, () => true).seed)
  await expect(page.locator('.grip')).toBeVisible()
  const wrong = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.table button, .bar button')].flatMap((button) => {
      const style = getComputedStyle(button)
      const flash = style.getPropertyValue('-webkit-tap-highlight-color')
      return flash === 'rgba(0, 0, 0, 0)' && ['none', 'manipulation'].includes(style.touchAction)
        ? []
        : [`${button.className}: ${flash} ${style.touchAction}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('a lost finger is mourned for most of a second, a bow bends the hand, and neither moves where motion is unwelcome', async ({
  browser,
  baseURL,
  isMobile,
}) => {
  test.skip(isMobile, 'it brings its own phone')
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const { page } = await visitor(browser, baseURL!, { viewport: { width: 390, height: 664 }, reducedMotion })
    await sitAlone(page, 2, dice(2, ([first]) => kindOf(first!) === 'plain').seed)
    await page.locator('.grip').dispatchEvent('click')
    await expect(askLine(page)).toContainText('Now!', { timeout: 15_000 })
    // It takes less time than a busy machine needs to look.
    const bowed = page.evaluate(
      () =>
        new Promise<string>((seen) =>
          new MutationObserver(() => {
            const hand = document.querySelector('.bows .hand')
            if (hand) requestAnimationFrame(() => seen(getComputedStyle(hand).transform))
          }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['class'] }),
        ),
    )
    // A press before the frame that shows the faces is too early, and does no harm.
    let isBowing = false
    void bowed.then(() => (isBowing = true))
    await expect
      .poll(async () => (isBowing || (await page.keyboard.press('KeyS')), isBowing), { intervals: [50] })
      .toBe(true)
    expect(await bowed).not.toBe('')
    await page.locator('.decide').waitFor({ timeout: 15_000 })
    await page.waitForTimeout(400)
    // Whether the hand was to be seen as the bandage was tied, on a phone where the verdict then covers it.
    const seen = page.evaluate(
      () =>
        new Promise<boolean>((tell) =>
          new MutationObserver(() => {
            const bandage = document.querySelector('.pad .bandage')
            if (bandage) requestAnimationFrame(() => tell(bandage.checkVisibility({ visibilityProperty: true })))
          }).observe(document.body, { subtree: true, childList: true }),
        ),
    )
    await page.locator('.decide .fingers button:enabled').first().dispatchEvent('click')
    expect(await seen).toBe(reducedMotion === 'no-preference')
    await expect(page.getByRole('region', { name: 'What just happened' })).toBeVisible()
    await page.getByRole('button', { name: 'Go on' }).dispatchEvent('click')
    const bandage = page.locator('.pad .bandage').first()
    await expect(bandage).toBeVisible()
    const lasts = await bandage.evaluate((each) => {
      const { animationDuration, animationDelay } = getComputedStyle(each)
      return 1000 * (parseFloat(animationDuration) + parseFloat(animationDelay))
    })
    if (reducedMotion === 'reduce') expect(lasts).toBeLessThan(400)
    else expect(lasts).toBeGreaterThan(700)
    await page.context().close()
  }
})

test('a press answers within its frame', { tag: '@quiet' }, async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same press')
  await sitAlone(page, 3, dice(3, () => true).seed)
  await expect(page.locator('.grip')).toBeVisible()
  for (const name of ['shout', 'salute', 'slap']) {
    const box = (await page.locator(`button.${name}`).boundingBox())!
    await page.evaluate((which) => {
      addEventListener(
        'pointerdown',
        () =>
          requestAnimationFrame(() => {
            const { outlineStyle } = getComputedStyle(document.querySelector(`button.${which}`)!)
            Object.assign(globalThis, { answered: outlineStyle })
          }),
        { once: true },
      )
    }, name)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await expect.poll(() => page.evaluate(() => (globalThis as never as { answered: string }).answered)).toBe('solid')
    await page.mouse.up()
  }
  const flash = await page
    .locator('button.slap')
    .evaluate((button) => getComputedStyle(button).getPropertyValue('-webkit-tap-highlight-color'))
  expect(flash).toBe('rgba(0, 0, 0, 0)')
})

test('“Too early!” is gone when the window opens, and a bow is told', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same words')
  await sitAlone(page, 3, dice(3, ([first]) => kindOf(first!) === 'salute').seed)
  await page.locator('.grip').dispatchEvent('click')
  await expect(askLine(page)).toContainText('rolling')
  await page.keyboard.press('KeyS')
  await expect(askLine(page)).toContainText('Too early!')
  await expect(askLine(page)).toContainText('Now!', { timeout: 15_000 })
  await expect(askLine(page)).not.toContainText('Too early!')
  await expect(page.locator('.time')).toBeVisible()
  await page.keyboard.press('KeyS')
  await expect(askLine(page)).toContainText('You have bowed.')
})

test('a verdict stays until it has been read, or as long as I chose', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'where the hand takes its place')
  await sitAlone(page, 3, dice(3, ([first]) => kindOf(first!) === 'plain').seed)
  await page.locator('.grip').dispatchEvent('click')
  await page.locator('.decide').waitFor({ timeout: 15_000 })
  await page.waitForTimeout(400)
  await page.locator('.decide .fingers button:enabled').first().tap()
  const why = page.getByRole('region', { name: 'What just happened' })
  await expect(why).toContainText('You lose a finger')
  await page.waitForTimeout(3500) // a house player rolled after 0.7 s
  await expect(why).toBeVisible()
  await expect(page.locator('button.shout')).toBeHidden()
  await page.getByRole('button', { name: 'Go on' }).tap()
  await expect(askLine(page)).toContainText('rolling')
  await expect(page.locator('button.shout')).toBeVisible()
  await expect(page.locator('.was')).toContainText('The sum was')
  // A chosen pace goes on by itself.
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByLabel('Pace of the house players').selectOption('Quick')
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('tatami.settings')!).pace)).toBe('quick')
})

test('keys are the focused control’s first, and announce buttons show theirs', async ({ page, isMobile }) => {
  test.skip(isMobile, 'no keyboard')
  const { seed, rolls } = dice(3, ([first]) => kindOf(first!) === 'announce')
  await sitAlone(page, 3, seed)
  const lowest = [...rolls[0]!].reduce((sum, face) => sum + (face === 'X' ? 1 : Number(face)), 0)
  await page.locator('.grip').dispatchEvent('click')
  const announce = page.locator('.ask').getByRole('button', { name: String(lowest), exact: true })
  await expect(announce).toBeVisible({ timeout: 15_000 })
  await expect(announce.locator('kbd')).toHaveText('←')
  for (let i = 0; i < 12 && !(await announce.evaluate((each) => each === document.activeElement)); ++i)
    await page.keyboard.press('Tab')
  await expect(announce).toBeFocused()
  await page.keyboard.press('Space')
  const why = page.getByRole('region', { name: 'What just happened' })
  await expect(why).toContainText('Announcement', { timeout: 15_000 })
  await expect(why).not.toContainText('Slapped without')
})

test('a dragon’s finger is alive, and brings it back', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'the same dragon')
  // The first of three slaps at everything that is no katana, and bows as the others do, until a T would fall.
  const diary = await playedUntil(
    3,
    ({ meaning, living }) => [
      ...(meaning!.kind === 'katana' || !living.includes(0) ? [] : [{ seat: 0, do: 'slap' as const }]),
      ...living.map((seat) => ({ seat, do: meaning!.kind === 'katana' ? ('slap' as const) : ('salute' as const) })),
    ],
    ({ living }, roll) => !living.includes(0) && living.length === 2 && roll.endsWith('T'),
  )
  await takeUp(page, '/together', {
    'tatami.together': diary,
    'tatami.together.party': JSON.stringify({ names: ['Aiko', 'Bashō', 'Chiyo'], bots: 0, calm: false }),
  })
  const hand = page.getByRole('group', { name: 'Aiko' })
  const little = hand.getByRole('button', { name: 'little finger' })
  await expect(little).toBeEnabled()
  await expect(little).toHaveClass(/glows/)
  await expect(hand.getByRole('button', { name: 'index finger' })).toBeDisabled()
  await expect(hand.getByRole('button', { name: 'Slap' })).toBeDisabled()
  await expectAccessible(page)
  const coming = nextRoll(page)
  await page.locator('.grip').dispatchEvent('click')
  expect(await coming).toMatch(/T$/)
  await little.tap()
  await expect(page.locator('.rising')).toContainText('The dragon rises: Aiko is back')
  await expect(page.getByRole('region', { name: 'What just happened' })).toContainText('The dragon rises')
  await expect(page.locator('.rising')).toBeHidden()
  await expect(hand.getByRole('button', { name: 'Slap' })).toBeEnabled()
  // Whoever comes later reads of it, and sees no other.
  await page.reload()
  await expect(page.getByRole('region', { name: 'What just happened' })).toContainText('The dragon rises')
  await expect(page.locator('.rising')).toHaveCount(0)
})

test('“Take a seat” with a code seats at once, by the name given', async ({ page, browser, baseURL, isMobile }) => {
  test.skip(isMobile, 'the same form')
  await page.goto('/open?game=tatamokatsu')
  await page.getByRole('button', { name: 'Open the table' }).click()
  const code = (await page.locator('.code b').textContent())!
  const guest = await visitor(browser, baseURL!)
  await guest.page.goto('/join')
  await guest.page.getByLabel('Table code').fill(code)
  await guest.page.getByLabel('Your name').fill('Bashō')
  await guest.page.getByRole('button', { name: 'Take a seat' }).click()
  await expect(guest.page.locator('li.mine')).toContainText('Bashō')
  await expect(page.getByRole('listitem').filter({ hasText: 'Bashō' })).toBeVisible()
  expect(guest.heard).toEqual([])
})

test('a hand on the tray slaps, and on the T it grabs', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'touch')
  const { seed } = dice(3, ([first]) => kindOf(first!) === 'grab')
  await sitAlone(page, 3, seed)
  const coming = nextRoll(page)
  await page.locator('.grip').dispatchEvent('click')
  await coming
  const die = (await page.locator('.tray .dice .dice > span').nth(2).boundingBox())!
  await page.touchscreen.tap(die.x + die.width / 2, die.y + die.height / 2)
  const mine = page.locator('.why li').filter({ hasText: 'You' })
  await expect(mine).toContainText('Grab', { timeout: 15_000 })
  await expect(mine).not.toContainText('Slap')

  const katana = dice(3, ([first]) => kindOf(first!) === 'katana')
  await sitAlone(page, 3, katana.seed)
  const next = nextRoll(page)
  await page.locator('.grip').dispatchEvent('click')
  await next
  const tray = (await page.locator('.reach').boundingBox())!
  await page.touchscreen.tap(tray.x + 8, tray.y + tray.height - 12)
  await expect(mine).toContainText('Slap', { timeout: 15_000 })
})

test('a wrong shout or slap buzzes at once: it is seen, heard and felt', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same buzz')
  await listen(page)
  // What it takes less time to do than to look for.
  await page.addInitScript(() => {
    const felt: unknown[] = []
    const wrong: { deed: string; after: number }[] = []
    Object.assign(globalThis, { felt, wrong })
    Navigator.prototype.vibrate = (pattern) => felt.push(pattern) > 0
    let pressed = 0
    addEventListener('keydown', () => (pressed = performance.now()), true)
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver((changes) => {
        for (const { target } of changes)
          if (target instanceof HTMLButtonElement && target.classList.contains('wrong'))
            wrong.push({ deed: target.classList[0]!, after: performance.now() - pressed })
      }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['class'] }),
    )
  })
  for (const [key, deed] of [
    ['KeyF', 'shout'],
    ['Space', 'slap'],
  ] as const) {
    await sitAlone(page, 3, dice(3, ([first]) => kindOf(first!) === 'salute').seed)
    await page.locator('.grip').dispatchEvent('click')
    await expect(askLine(page)).toContainText('Now!', { timeout: 15_000 })
    await page.keyboard.press('KeyS')
    const sensed = () =>
      page.evaluate(() => {
        const { felt, wrong } = globalThis as never as { felt: unknown[]; wrong: { deed: string; after: number }[] }
        return { felt, wrong }
      })
    expect((await sensed()).wrong, 'a bow is no mistake').toEqual([])
    await page.waitForTimeout(320) // a bow
    await page.keyboard.press(key)
    await expect.poll(async () => (await sensed()).wrong.map((each) => each.deed)).toContain(deed)
    const { felt, wrong } = await sensed()
    expect(wrong[0]!.after).toBeLessThan(200)
    expect(felt).toContainEqual([60, 40, 60])
    expect((await struck(page)).join()).toContain('sawtooth 92, sawtooth 98')
  }
})

test('a shout that came a moment too late is told as online: its time, and that it did not count', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a keyboard')
  await sitTogether(page, ['Aiko', 'Bashō'], dice(2, ([first]) => kindOf(first!) === 'claim').seed)
  await page.locator('.grip').dispatchEvent('click')
  await nextRoll(page)
  // After a tie is over, and before the photo is taken.
  await page.evaluate(async () => {
    const press = (code: string) => dispatchEvent(new KeyboardEvent('keydown', { code }))
    const pause = (ms: number) => new Promise((later) => setTimeout(later, ms))
    // Until the frame that shows the faces has been seen, whoever shouts is too early.
    const isHeard = async () => (await pause(10), document.querySelector('.pad .shout.lit') !== null)
    for (press('KeyD'); !(await isHeard()); press('KeyD')) await pause(120)
    await pause(330)
    press('KeyK')
  })
  const late = page.locator('.last .why li').filter({ hasText: 'Bashō' })
  for (const name of ['Aiko', 'Bashō'])
    await expect(page.locator('.who').filter({ hasText: name }), 'a caption').toContainText('Tatamokatsu!')
  await expect(late).toContainText(/Tatamokatsu!\s+\d+ ms\s+did not count/)
})

test('the first roll is guided: mine, without hurry, with a list of the cases', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'where there is least room')
  await page.goto('/')
  await page.getByRole('link', { name: 'Play now' }).nth(1).click()
  await expect(page.getByText('Your first roll')).toBeVisible()
  for (const [width, height] of screens.slice(0, 6)) {
    await page.setViewportSize({ width, height })
    expect(await unreachable(page), `${width}×${height}`).toEqual([])
    expect((await page.locator('.grip').boundingBox())!.height, `${width}×${height}`).toBeGreaterThan(80)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('three alike')).toBeVisible()
  await expect(page.getByRole('link', { name: /lesson/ })).toBeVisible()
  await expectAccessible(page)
  await page.locator('.grip').dispatchEvent('click')
  await expect(askLine(page)).toContainText('Now!', { timeout: 15_000 })
  // This window is held open: everything that may be pressed in one is in sight.
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    expect(await unreachable(page), `in the window ${width}×${height}`).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForTimeout(3000) // longer than a house player waits
  await page.getByRole('button', { name: 'Hai (bow)' }).tap()
  await expect(page.getByText('From now on speed counts')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Ready? Play' }).tap()
  await expect(page.locator('.grip')).toBeVisible()
  await expect(page.getByText('three alike')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your first roll')).toHaveCount(0)
})

test('a television leads, phones are controllers, and whoever leaves stalls nobody', async ({
  page,
  browser,
  baseURL,
  isMobile,
}) => {
  test.skip(isMobile, 'it brings its own phones')
  test.setTimeout(120_000)
  const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true }
  await page.goto('/open?game=tatamokatsu')
  await page.locator('input[name=seats][value="2"]').check({ force: true })
  await page.getByRole('button', { name: 'Open the table' }).click()
  const code = (await page.locator('.code b').textContent())!
  const tv = await visitor(browser, baseURL!, { viewport: { width: 1920, height: 1080 } })
  await tv.page.goto((await page.getByRole('link', { name: 'Open on the big screen' }).getAttribute('href'))!)
  await expect(tv.page.locator('.code')).toContainText(code)
  await expect(tv.page.locator('.site')).toBeHidden()
  await expectAccessible(tv.page)
  // Readable from the sofa: nothing is smaller than a fortieth of the height, and nothing is cut off.
  const tvIsReadable = async (moment: string) => {
    for (const [width, height] of screens.slice(-3)) {
      await tv.page.setViewportSize({ width, height })
      const wrong = await tv.page.evaluate(() => {
        const found: string[] = []
        const texts = document.createTreeWalker(document.querySelector('.tv')!, NodeFilter.SHOW_TEXT)
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          const holder = text.parentElement!
          if (!text.textContent!.trim() || holder.closest('.unseen') || !holder.checkVisibility()) continue
          const range = document.createRange()
          range.selectNodeContents(text)
          const { left, top, bottom, right } = range.getBoundingClientRect()
          const size = parseFloat(getComputedStyle(holder).fontSize)
          if (size < innerHeight / 40) found.push(`small: ${text.textContent}`)
          if (bottom > innerHeight || right > innerWidth || left < 0 || top < 0) found.push(`off: ${text.textContent}`)
          if (holder.scrollWidth > holder.clientWidth + 1 && getComputedStyle(holder).overflowX === 'hidden')
            found.push(`cut: ${text.textContent}`)
        }
        return found
      })
      expect(wrong, `${moment}, ${width}×${height}`).toEqual([])
    }
  }
  await tvIsReadable('gathering')

  const guest = await visitor(browser, baseURL!, phone)
  await guest.page.goto(`/join/${code}#controller`)
  await guest.page.getByLabel('Your name').fill('Bashō')
  await guest.page.getByRole('button', { name: 'Take a seat' }).tap()
  await expect(tv.page.getByRole('listitem').filter({ hasText: 'Bashō' })).toBeVisible()
  await page.getByRole('button', { name: 'Begin' }).click()

  // The phone has no dice, and all of its screen is the hand.
  await expect(guest.page.getByText('Look up!')).toBeVisible()
  await tvIsReadable('before a throw')
  for (const [width, height] of screens.slice(0, 6)) {
    await guest.page.setViewportSize({ width, height })
    expect(await unreachable(guest.page), `controller, ${width}×${height}`).toEqual([])
    await page.setViewportSize({ width, height })
    expect(await unreachable(page), `online, ${width}×${height}`).toEqual([])
  }
  await guest.page.setViewportSize(phone.viewport)
  await page.setViewportSize({ width: 1440, height: 900 })
  const both = [page, guest.page]
  await expect(async () => {
    const throwing = await Promise.all(both.map((each) => each.locator('.grip').isVisible()))
    expect(throwing).toContain(true)
    await both[throwing.indexOf(true)]!.locator('.grip').dispatchEvent('click')
  }).toPass()
  for (const each of both) await expect(each.locator('.grip')).toHaveCount(0)
  await expect(tv.page.locator('.now')).toBeVisible({ timeout: 15_000 })
  await guest.page.getByRole('button', { name: 'Hai (bow)' }).tap()
  await expect(tv.page.getByRole('region', { name: 'What just happened' })).toContainText('Hai (bow)', {
    timeout: 15_000,
  })
  await tvIsReadable('a verdict')

  // Whoever leaves says so with a button, and a house player plays on at once.
  await guest.page.getByRole('button', { name: 'Menu' }).tap()
  await guest.page.getByRole('link', { name: 'Leave the table' }).tap()
  await expect(tv.page.locator('.hands section').filter({ hasText: 'Bashō' })).toContainText('the house plays')
  expect([...tv.heard, ...guest.heard]).toEqual([])
})

test('a tablet lies between four: dice in the middle, the verdict to each side, no link under a hand', async ({
  browser,
  baseURL,
  isMobile,
}) => {
  test.skip(!isMobile, 'touch')
  const { page } = await visitor(browser, baseURL!, {
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    isMobile: true,
  })
  await sitTogether(page, ['Aiko', 'Bashō', 'Chiyo', 'Emi'], dice(4, ([first]) => kindOf(first!) === 'salute').seed)
  expect(await unreachable(page)).toEqual([])
  const tray = (await page.locator('.tray').first().boundingBox())!
  expect(Math.abs(tray.x + tray.width / 2 - 512)).toBeLessThan(20)
  await expect(page.locator('.bar button, .bar a')).toHaveCount(1)
  const coming = nextRoll(page)
  await page.locator('.grip').dispatchEvent('click')
  await coming
  const bows = page.getByRole('button', { name: 'Hai (bow)' })
  for (let n = 0; n < 4; ++n) await bows.nth(n).tap()
  await expect(page.locator('.table > .far')).toContainText('The sum was')
  expect(await page.locator('.table > .far').evaluate((far) => getComputedStyle(far).rotate)).toBe('180deg')
  await expect(page.getByRole('region', { name: 'What just happened' })).toHaveCount(1)
  // What is told to a screen reader is told once.
  const told = await page.getByRole('log').getByRole('paragraph').allTextContents()
  expect(new Set(told).size).toBe(told.length)
  await page.context().close()
})

test('a katana’s blade crosses the screen and is gone before the next roll', async ({ browser, baseURL, isMobile }) => {
  test.skip(isMobile, 'the same blade')
  const { page, heard } = await visitor(browser, baseURL!, { reducedMotion: 'no-preference' })
  await sitAlone(page, 2, dice(2, ([first]) => kindOf(first!) === 'katana').seed)
  await page.locator('.grip').dispatchEvent('click')
  await expect(askLine(page)).toContainText('Now!', { timeout: 15_000 })
  await page.keyboard.press('Space')
  await expect(page.locator('.blade')).toBeVisible({ timeout: 15_000 })
  await expect(page.locator('.blade')).toBeHidden()
  expect(heard.filter((line) => !line.includes('GPU stall'))).toEqual([])
  await page.context().close()
})
