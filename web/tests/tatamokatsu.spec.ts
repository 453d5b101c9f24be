import type { Page } from '@playwright/test'
import {
  askLine,
  dice,
  experienced,
  kindOf,
  nextRoll,
  rollOn,
  sitAlone,
  sitTogether,
  throwByKey,
  throwByTouch,
} from './fingers'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './hall'
import { visitor } from './players'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

async function openTable(page: Page, seats: string, bots: string) {
  await page.goto('/open?game=tatamokatsu')
  await page.locator(`input[name=seats][value="${seats}"]`).check({ force: true })
  await page.locator(`input[name=bots][value="${bots}"]`).check({ force: true })
  await page.getByRole('button', { name: 'Open the table' }).click()
}

const over = (page: Page) => page.locator('#samurai')
const window = (page: Page) => askLine(page).getByText(/Now!|Maintenant/)

/** One player's part of a game, until somebody is the samurai. */
async function play(
  page: Page,
  deeds: { toss: () => Promise<void>; react: (roll: string) => Promise<void>; choose: () => Promise<void> },
  enough = async () => false,
) {
  let reacted = ''
  for (;;) {
    if ((await over(page).isVisible()) || (await enough())) return
    if (await page.locator('.grip').isVisible()) {
      reacted = ''
      await deeds.toss().catch(() => {})
    } else if (await page.locator('.decide').isVisible()) {
      await page.waitForTimeout(360)
      await deeds.choose().catch(() => {})
    } else {
      const roll = (await rollOn(page)) ?? ''
      if (roll === '') reacted = ''
      const open = await page.locator('.table:not(.calm)').isVisible()
      if (open && roll !== '' && reacted !== roll) {
        reacted = roll
        await deeds.react(roll).catch(() => {})
      }
    }
    await page.waitForTimeout(15)
  }
}

test(
  'two browsers play a whole game, one by keyboard and one by touch; a third watches',
  { tag: ['@whole', '@quiet'] },
  async ({ page, browser, baseURL, isMobile }) => {
    test.skip(isMobile, 'it brings its own phone')
    test.setTimeout(180_000)
    const touch = await visitor(browser, baseURL!, { ...phone, locale: 'fr-FR' })
    const guest = await visitor(browser, baseURL!)

    await openTable(page, '2', '0')
    await page.getByLabel('Your name').fill('Aiko')
    await page.getByLabel('Your name').press('Enter')
    await touch.page.goto(await page.getByLabel('Link', { exact: true }).inputValue())
    await touch.page.getByRole('button', { name: 'S’asseoir ici' }).tap()
    await touch.page.getByLabel('Ma main').selectOption('left')
    await expect(page.getByText('left hand').first()).toBeVisible()
    await expect(page.getByRole('img', { name: /connection$/ }).first()).toBeAttached()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Begin' }).click()
    await guest.page.goto(page.url())
    await expect(guest.page.getByText('Watching')).toBeVisible()

    // Whoever looks at another tab reads in this one's title whose turn it is.
    const turns = [/^Your turn/, /^À vous de jouer/]
    await expect(async () => {
      const titles = await Promise.all([page, touch.page].map((each) => each.title()))
      const throwing = await Promise.all([page, touch.page].map((each) => each.locator('.grip').isVisible()))
      expect(throwing).toContain(true)
      expect(titles.map((title, i) => turns[i]!.test(title))).toEqual(throwing)
    }).toPass()
    await expect(guest.page).toHaveTitle(/^Table/)

    // Aiko bows whenever dice fall; the guest slaps every time, and that costs fingers.
    const byKeys = play(page, {
      toss: () => throwByKey(page, 'KeyF'),
      react: async (roll) => {
        const kind = kindOf(roll)
        await page.keyboard.press(kind === 'katana' ? 'Space' : kind === 'claim' ? 'KeyF' : 'KeyS')
      },
      choose: async () => {
        const attack = page.getByRole('button', { name: /Take them|Choose a finger/ })
        if (await page.locator('.decide .own').isVisible())
          for (const key of ['KeyM', 'KeyJ', 'KeyK', 'KeyL', 'Semicolon']) await page.keyboard.press(key)
        else {
          await page.locator('.decide figure button:enabled').first().click({ timeout: 1000 })
          if (await attack.isVisible()) await attack.click({ timeout: 1000 })
        }
      },
    })
    const hurt = async () => (await touch.page.locator('.fingers .lost').count()) >= 2
    const deeds = {
      toss: () => throwByTouch(touch.page),
      react: () => touch.page.getByRole('button', { name: 'Frapper' }).tap({ timeout: 1000 }),
      choose: async () => {
        await touch.page.locator('.decide .fingers button:enabled').first().tap({ timeout: 1000 })
        const attack = touch.page.getByRole('button', { name: 'Les prendre' })
        if (await attack.isVisible()) await attack.tap({ timeout: 1000 })
      },
    }
    const byTouch = play(touch.page, deeds, hurt).then(async () => {
      if (await over(touch.page).isVisible()) return
      await touch.page.reload()
      await expect(touch.page.getByRole('region', { name: 'Table' })).toBeVisible()
      await play(touch.page, deeds)
    })
    await Promise.all([byKeys, byTouch])

    await expect(over(page)).toHaveText('You are the samurai')
    await expect(over(guest.page)).toHaveText('Aiko is the samurai')
    await expect(page.getByRole('log')).toContainText('Player 2 loses a finger')
    await expectAccessible(touch.page)
    // Why the last finger went lies open beside it.
    await touch.page
      .getByRole('region', { name: 'Ce qui vient de se passer' })
      .locator('header')
      .tap({ trial: true, timeout: 3000 })
    await page.getByRole('link', { name: 'Watch the replay' }).click()
    await expect(page.getByText('Verified')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
    await page.keyboard.press('End')
    await expect(over(page)).toBeVisible()
    await expect(page.getByText('ask for a rematch')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'What just happened' })).toContainText('ms')
    await expectAccessible(page)
    expect([...touch.heard, ...guest.heard]).toEqual([])
  },
)

test('a reaction is measured to less than a frame', { tag: '@quiet' }, async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same clock')
  test.setTimeout(120_000)
  // Beside the faces, in the same frame, the test paints a word whose time the browser itself tells.
  await page.addInitScript(() => {
    const notes = { shown: [] as number[], sent: [] as { at: number; sentAt: number }[], pressed: [] as number[] }
    Object.assign(globalThis, { notes })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { identifier: string; renderTime: number })[])
        if (entry.identifier === 'faces') notes.shown.push(entry.renderTime)
    }).observe({ type: 'element', buffered: true })
    const { send } = WebSocket.prototype
    WebSocket.prototype.send = function (data) {
      const command = JSON.parse(data as string) as { type: string; move?: { at?: number; do?: string } }
      if (command.move?.do === 'salute') notes.sent.push({ at: command.move.at!, sentAt: performance.now() })
      send.call(this, data)
    }
    addEventListener('keydown', (event) => event.code === 'KeyS' && notes.pressed.push(event.timeStamp), true)
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          if (!(target as HTMLElement).dataset.roll) continue
          const word = document.createElement('p')
          word.setAttribute('elementtiming', 'faces')
          word.textContent = `faces ${performance.now()}`
          document.body.prepend(word)
        }
      }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-roll'] }),
    )
  })
  await openTable(page, '2', '1')
  await page.getByRole('button', { name: 'Begin' }).click()
  const client = await page.context().newCDPSession(page)
  const origin = await page.evaluate(() => performance.timeOrigin)
  const errors: number[] = []
  const delays: number[] = []
  const frame = 1000 / 60

  while (errors.length < 6 && !(await over(page).isVisible())) {
    await expect(page.locator('.grip').or(page.locator('.decide')).or(window(page)).or(over(page)).first()).toBeVisible(
      { timeout: 20_000 },
    )
    if (await page.locator('.grip').isVisible()) {
      // A last finger may have ended the game meanwhile.
      const coming = nextRoll(page).catch(() => '')
      await throwByKey(page, 'KeyF')
      await Promise.race([
        coming,
        over(page)
          .waitFor({ timeout: 20_000 })
          .catch(() => {}),
      ])
    }
    if (await page.locator('.decide').isVisible()) {
      await page.waitForTimeout(400)
      await page
        .locator('.decide .fingers button:enabled')
        .first()
        .click({ timeout: 1000 })
        .catch(() => {})
      const attack = page.getByRole('button', { name: 'Take them' })
      if (await attack.isVisible()) await attack.click({ timeout: 1000 }).catch(() => {})
      continue
    }
    if (!(await window(page).isVisible())) continue
    const before = await page.evaluate(() => (globalThis as never as { notes: { sent: unknown[] } }).notes.sent.length)
    await page.waitForTimeout(120)
    // The key goes down at a time of our choosing.
    const pressedAt = Date.now()
    await client.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      code: 'KeyS',
      key: 's',
      windowsVirtualKeyCode: 83,
      timestamp: pressedAt / 1000,
    })
    await client.send('Input.dispatchKeyEvent', { type: 'keyUp', code: 'KeyS', key: 's', windowsVirtualKeyCode: 83 })
    await page.waitForTimeout(60)
    const { sent, shown, pressed } = await page.evaluate(
      () =>
        (
          globalThis as never as {
            notes: { sent: { at: number; sentAt: number }[]; shown: number[]; pressed: number[] }
          }
        ).notes,
    )
    await expect(window(page)).toBeHidden({ timeout: 10_000 })
    if (sent.length === before) continue
    const { at, sentAt } = sent.at(-1)!
    expect(Math.abs(pressed.at(-1)! - (pressedAt - origin))).toBeLessThan(frame)
    errors.push(at - (pressedAt - origin - shown.at(-1)!))
    delays.push(sentAt - pressed.at(-1)!)
  }
  console.log(
    `error of a reaction, ms: ${errors.map((error) => error.toFixed(1)).join(' ')}; from key to message: ${delays.map((delay) => delay.toFixed(1)).join(' ')}`,
  )
  expect(errors.length).toBeGreaterThan(2)
  for (const error of errors) expect(Math.abs(error)).toBeLessThan(frame)
  expect(delays.toSorted((a, b) => a - b)[delays.length >> 1]!).toBeLessThan(frame)
})

test('the trainer teaches, remembers and draws', async ({ page, isMobile }) => {
  await page.goto('/trainer')
  await page.getByRole('button', { name: 'Begin' }).click()
  for (let i = 0; i < 3; ++i) {
    const kind = kindOf(await nextRoll(page))
    const keys = {
      grab: ['KeyJ', 'KeyF'],
      katana: ['Space'],
      claim: ['KeyF'],
      salute: ['KeyS'],
      announce: [],
      plain: [],
    }[kind]
    const words = {
      grab: ['index finger', 'Tatamokatsu!'],
      katana: ['Slap'],
      claim: ['Tatamokatsu!'],
      salute: ['Hai (bow)'],
      announce: [],
      plain: [],
    }[kind]
    if (isMobile) for (const name of words) await page.getByRole('button', { name }).tap()
    else for (const key of keys) await page.keyboard.press(key)
    await expect(page.getByRole('status').filter({ hasText: /^Right/ })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Stop' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  const right = page.locator('td.right.some')
  expect((await right.allTextContents()).reduce((sum, n) => sum + Number(n), 0)).toBeGreaterThanOrEqual(3)
})

test('keys are remapped, and no key means two things', async ({ page, isMobile }) => {
  test.skip(isMobile, 'no keyboard')
  await page.goto('/settings')
  await page.getByText('Keys', { exact: true }).click()
  const right = page.locator('section').filter({ hasText: 'right hand' })
  const key = (name: string) => right.locator('div').filter({ hasText: name }).getByRole('button')
  await key('Slap').click()
  await page.keyboard.press('KeyF')
  await expect(key('Slap')).toHaveText('F')
  await expect(key('Tatamokatsu!')).toHaveText('␣')
  await page.goto('/trainer')
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.keyboard.press('Space')
  await expect(page.locator('button.shout.lit')).toBeVisible()
})

test('keys are set before a game together, and what is broken in store harms nobody', async ({ page, isMobile }) => {
  test.skip(isMobile, 'no keyboard')
  await page.goto('/')
  await page.evaluate(() => {
    localStorage.setItem('tatami.keys', '{bad')
    localStorage.setItem('tatami.trainer', '{bad')
  })
  for (const path of ['/trainer', '/play/tatamokatsu', '/together']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.getByText('could not be opened')).toHaveCount(0)
  }
  await page.getByText('Keys', { exact: true }).click()
  const key = page
    .locator('section')
    .filter({ hasText: 'Player 1' })
    .locator('div')
    .filter({ hasText: 'Tatamokatsu!' })
    .getByRole('button')
  await key.click()
  await page.keyboard.press('KeyK')
  await expect(key).toHaveText('K')
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible()
})

test('two hands on one tablet press at the same time', { tag: '@quiet' }, async ({ page, isMobile }) => {
  test.skip(!isMobile, 'touch')
  await sitTogether(page, ['Aiko', 'Bashō'], dice(2, ([first]) => kindOf(first!) === 'salute').seed)
  await expect(page.locator('.grip')).toBeVisible()
  await expectAccessible(page)
  const client = await page.context().newCDPSession(page)
  const coming = nextRoll(page)
  await page.locator('.grip').dispatchEvent('click')
  expect(kindOf(await coming)).toBe('salute')
  const boxes = await Promise.all([0, 1].map((n) => page.locator('.salute').nth(n).boundingBox()))
  const touchPoints = boxes.map((box, id) => ({ x: box!.x + box!.width / 2, y: box!.y + box!.height / 2, id }))
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page.getByRole('region', { name: 'What just happened' }).getByText('Hai (bow)')).toHaveCount(2)
})

test('a tablet asks one hand, and whoever sits across reads it upright', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'touch')
  const { seed, rolls } = dice(2, ([first, second]) => kindOf(first!) === 'salute' && kindOf(second!) === 'announce')
  await sitTogether(page, ['Aiko', 'Bashō'], seed)
  const turned = (what: string) => page.locator(what).evaluate((element) => getComputedStyle(element).rotate)
  const pads = page.locator('.pad[class*=svelte]:has(> .who)')
  await expect(page.locator('.grip')).toBeVisible()
  expect(await turned('.grip')).toBe('none')
  for (const { height } of await pads
    .locator('button.slap')
    .evaluateAll((all) => all.map((button) => button.getBoundingClientRect())))
    expect(height).toBeGreaterThan(48)
  const coming = nextRoll(page)
  await page.locator('.grip').dispatchEvent('click')
  await coming
  for (let n = 0; n < 2; ++n) await pads.nth(n).getByRole('button', { name: 'Hai (bow)' }).tap()
  await expect(askLine(page)).toContainText('Bashō rolls', { timeout: 15_000 })
  expect(await turned('.grip')).toBe('180deg')
  expect(await turned('.asks')).toBe('180deg')
  await page.locator('.grip').dispatchEvent('click')
  const lowest = [...rolls[1]!].reduce((sum, face) => sum + (face === 'X' ? 1 : Number(face)), 0)
  await pads
    .nth(1)
    .getByRole('button', { name: String(lowest + 9), exact: true })
    .tap({ timeout: 15_000 })
  await expect(page.getByText('I announce')).toBeHidden()
  await expect(page.getByRole('region', { name: 'What just happened' })).toContainText(`The sum was ${lowest + 9}`, {
    timeout: 15_000,
  })
})

test('four hands have room on one phone', async ({ browser, baseURL, isMobile }) => {
  test.skip(!isMobile, 'touch')
  const { page } = await visitor(browser, baseURL!, { ...phone, locale: 'fr-FR' })
  await sitTogether(page, ['Aiko', 'Bashō', 'Chiyo', 'Wolfgang'], dice(4, () => true).seed)
  await expect(page.locator('.grip')).toBeVisible()
  await expectNoSidewaysScroll(page)
  // The question whether the phone may be shaken lies on the tray, until the phone says how it moves.
  const overlaps = await page.locator('.table button:not(.fingers button, .motion)').evaluateAll((all) => {
    const boxes = all.map((button) => button.getBoundingClientRect())
    return boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1),
    ).length
  })
  expect(overlaps).toBe(0)
  const wide = await page
    .locator('.table button')
    .evaluateAll((all) => all.filter((button) => button.scrollWidth > button.clientWidth).length)
  expect(wide, 'words that leave their button').toBe(0)
  await page.context().close()
})

test('four at a keyboard need no number pad, and no key is two players’', async ({ page, isMobile }) => {
  test.skip(isMobile, 'no keyboard')
  await page.goto('/together')
  await page.locator('input[name=count][value="4"]').check({ force: true })
  await page.getByText('Keys', { exact: true }).click()
  const keys = await page.locator('.keys dd').allTextContents()
  expect(keys).toHaveLength(32)
  expect(new Set(keys.map((key) => key.trim())).size).toBe(32)
  expect(keys.filter((key) => key.includes('⌗'))).toEqual([])
})

test('the lesson leads over the real table from the first throw to the T', async ({ page, isMobile }) => {
  test.setTimeout(90_000)
  await page.goto('/learn/tatamokatsu')
  const lesson = page.locator('.lesson')
  const topics = page.getByRole('list', { name: 'What you learn' })
  const press = async (name: string) => page.getByRole('button', { name }).first().dispatchEvent('pointerdown')
  const toss = () => (isMobile ? throwByTouch(page) : throwByKey(page, 'KeyF'))
  const next = () => page.getByRole('button', { name: 'Next' }).click()
  const pick = async () => {
    await expect(page.locator('.decide')).toBeVisible()
    await page.waitForTimeout(400) // whoever chooses at once did not mean it
    await page.locator('.decide .fingers button:enabled').first().click()
  }

  await expect(lesson).toContainText('You roll first')
  await expectNoSidewaysScroll(page)
  await toss()
  await expect(lesson).toContainText('From 11 to 16, everyone bows', { timeout: 15_000 })
  await expect(topics.locator('[aria-current]')).toHaveText('Bow')
  await expectAccessible(page)
  await press('Hai (bow)')
  await expect(lesson).toContainText('Now your neighbour rolls')
  await expect(topics).toContainText('Bow: done')
  await next()
  await expect(lesson).toContainText('Add them up: 10', { timeout: 15_000 })
  await press('Tatamokatsu!')
  await pick()
  await page.getByRole('button', { name: 'Take them' }).click()
  await expect(lesson).toContainText('Now you roll.')
  await toss()
  await expect(lesson).toContainText('here 9 or 18', { timeout: 15_000 })
  await page.getByRole('button', { name: /18/ }).click()
  await pick()
  await next()
  await expect(lesson).toContainText('Three alike are a katana', { timeout: 15_000 })
  await press('Slap')
  await expect(lesson).toContainText('Now you roll.', { timeout: 15_000 })
  await toss()
  await expect(lesson).toContainText('nothing helps', { timeout: 15_000 })
  await expect(lesson).toContainText('You choose which one', { timeout: 15_000 })
  await pick()
  await next()
  await expect(lesson).toContainText('A T! Grab the die', { timeout: 15_000 })
  await press('little finger')
  await press('Tatamokatsu!')
  await expect(page.locator('.decide')).toBeVisible()
  await page.waitForTimeout(400)
  const mine = page.getByRole('button', { name: 'Recover one' })
  if (await mine.isVisible()) await mine.click()
  await page
    .getByRole('button', { name: /^Recover: / })
    .first()
    .click()
  await expect(lesson).toContainText('That is all.')
  await expect(page.getByRole('link', { name: 'Play a whole game' })).toBeVisible()
  if (isMobile) await expectAccessible(page)
})

test('the referee explains any three dice', async ({ page }) => {
  await page.goto('/referee#X43')
  const ruling = page.getByRole('region', { name: 'The ruling' })
  await expect(ruling).toContainText('Tatamokatsu can be called')
  await expect(ruling.getByRole('listitem')).toHaveText([/8.*roller loses a finger/s, /17.*nothing happens/s])
  await page.getByRole('group', { name: 'Die 3' }).getByRole('button', { name: 'T' }).click()
  await expect(ruling).toContainText('A T: grab it!')
  await expect(page).toHaveURL(/#X4T$/)
  await page.getByRole('group', { name: 'Die 3' }).getByRole('button', { name: '6' }).click()
  await page.getByRole('group', { name: 'Die 1' }).getByRole('button', { name: '5' }).click()
  await expect(ruling.getByRole('listitem')).toHaveText([/15.*everyone must bow/s])
  await page.getByRole('button', { name: 'Roll' }).click()
  await expect(ruling.getByRole('heading')).toBeVisible()
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('without a network the masters still play, and a reload loses nothing', async ({ page, context, isMobile }) => {
    test.skip(!isMobile, 'once is enough')
    test.setTimeout(90_000)
    await experienced(page)
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('link', { name: 'Play now' }).nth(1).click()
    await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const why = page.getByRole('region', { name: 'What just happened' })
    const deeds = {
      toss: () => throwByTouch(page),
      react: () => page.getByRole('button', { name: 'Hai (bow)' }).tap({ timeout: 1000 }),
      choose: async () => {
        await page.locator('.decide .fingers button:enabled').first().tap({ timeout: 1000 })
        const attack = page.getByRole('button', { name: 'Take them' })
        if (await attack.isVisible()) await attack.tap({ timeout: 1000 })
      },
    }
    await play(page, deeds, async () => (await why.isVisible()) && (await why.textContent())!.includes('ms'))
    await page.reload()
    await expect(why.or(page.getByRole('region', { name: 'Table' })).first()).toBeVisible()
    let fallen = 0
    await play(page, { ...deeds, react: () => deeds.react().finally(() => void ++fallen) }, async () => fallen > 1)
  })
})

test('on a phone I see my fingers, whatever is shown under them', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'a desktop has room for everything')
  await sitAlone(page, 3, dice(3, ([first]) => kindOf(first!) === 'plain').seed)
  const mine = askLine(page).getByRole('region', { name: 'You' })
  await expect(mine.getByRole('img', { name: '5 fingers left' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'The dice are ready' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tatamokatsu!' })).toBeVisible()
  await throwByTouch(page)
  await page.locator('.decide').waitFor({ timeout: 15_000 })
  await page.waitForTimeout(400)
  await page.locator('.decide .fingers button:enabled').first().tap()
  await expect(mine.getByRole('img', { name: '4 fingers left' })).toBeVisible()
})

test('five at a phone’s table: names are read, and nobody’s deeds cover a neighbour', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'a desktop has room for everything')
  await sitAlone(page, 5, dice(5, ([first]) => kindOf(first!) === 'salute').seed)
  const others = page.locator('.others section')
  await expect(others).toHaveCount(4)
  await others
    .locator('b')
    .evaluateAll((all) =>
      all.forEach((name, i) => (name.textContent = ['Wolfgang', 'Player 3', 'Ama-no-Uzume', 'Jean-Pierre'][i]!)),
    )
  const cut = await others
    .locator('b')
    .evaluateAll(
      (all) =>
        all.filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight).length,
    )
  expect(cut, 'names that are cut').toBe(0)
  await throwByTouch(page)
  await others.locator('.deed').first().waitFor({ timeout: 15_000 })
  const astray = await others.evaluateAll(
    (all) =>
      all.flatMap((hand) => {
        const { left, right } = hand.getBoundingClientRect()
        return [...hand.querySelectorAll('.deed')].filter(
          (deed) => deed.getBoundingClientRect().left < left || deed.getBoundingClientRect().right > right,
        )
      }).length,
  )
  expect(astray, 'deeds beside their hand').toBe(0)
})

test('dice that are shaken move nothing but themselves', async ({ browser, baseURL, isMobile }) => {
  test.skip(!isMobile, 'a narrow page')
  const { page } = await visitor(browser, baseURL!, { ...phone, reducedMotion: 'no-preference' })
  await sitAlone(page, 3, dice(3, () => true).seed)
  await expect(page.locator('canvas.raised')).toBeVisible()
  const { x, y, width, height } = (await page.locator('.grip').boundingBox())!
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', dx: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + width / 2 + dx, y: y + height / 2 }] })
  await touch('touchStart', 0)
  for (let i = 0; i < 12; ++i) {
    await touch('touchMove', i % 2 === 0 ? 150 : -150)
    await expect(page.locator('.power.shaking')).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
  await page.context().close()
})

test('dice roll in three dimensions, or flat where there is no WebGL', async ({ browser, baseURL, isMobile }) => {
  test.skip(isMobile, 'once is enough')
  for (const flat of [false, true]) {
    const { page, heard } = await visitor(browser, baseURL!, { reducedMotion: 'no-preference' })
    if (flat)
      await page.addInitScript(() => {
        HTMLCanvasElement.prototype.getContext = () => null
      })
    await page.goto('/referee#123')
    await page.getByRole('button', { name: 'Roll' }).click()
    await expect(page.locator('.ruling h2')).toBeVisible()
    if (flat) await expect(page.locator('.mat svg').first()).toBeVisible()
    else await expect(page.locator('canvas.raised')).toBeVisible()
    expect(heard.filter((line) => !line.includes('GPU stall'))).toEqual([])
    await page.context().close()
  }
})
