// What is heard, felt and told: sounds, the shaken phone, the faces for a screen reader.

import type { Page } from '@playwright/test'
import { learnSounds, listen, namesOf, struck } from './ear'
import { askLine, dice as diceOf, kindOf, type Kind, nextRoll, sitTogether, throwByKey } from './fingers'
import { expect, test } from './hall'
import { byMouse, play, visitor } from './players'

const names = ['Aiko', 'Bashō']
const keys = [
  { shout: 'KeyD', salute: 'KeyA', slap: 'KeyC', fingers: ['KeyT', 'KeyR', 'KeyE', 'KeyW', 'KeyQ'] },
  { shout: 'KeyK', salute: 'Semicolon', slap: 'KeyM', fingers: ['KeyY', 'KeyU', 'KeyI', 'KeyO', 'KeyP'] },
] as const

const dice = (...kinds: Kind[]) =>
  diceOf(names.length, (rolls) => kinds.every((kind, at) => kindOf(rolls[at]!) === kind))

test('every deed has a sound of its own, every face its note', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same ears')
  test.setTimeout(120_000)
  await listen(page)
  const known = await learnSounds(page)
  expect(known.size, 'no two sounds are alike').toBe(12)

  const { seed, rolls } = dice('salute', 'katana', 'grab', 'plain')
  await sitTogether(page, names, seed)
  const falls: string[] = []
  /** What was heard since the last question. */
  let asked = 0
  const heard = async () => {
    const all = await struck(page)
    const fresh = all.slice(asked)
    asked = all.length
    falls.push(...fresh.filter((sound) => namesOf(sound, known).includes('fall')))
    return fresh.flatMap((sound) => namesOf(sound, known))
  }
  const hears = async (...sounds: string[]) => {
    const all: string[] = []
    await expect(async () => {
      all.push(...(await heard()))
      expect([...new Set(all)].sort()).toEqual(sounds.toSorted())
    }).toPass({ timeout: 8000, intervals: [50] })
  }
  const press = (code: string) => page.keyboard.press(code)
  const toss = async (seat: 0 | 1, ms?: number) => {
    await expect(askLine(page)).toContainText(`${names[seat]} rolls`, { timeout: 15_000 })
    await heard()
    const coming = nextRoll(page)
    await throwByKey(page, keys[seat].shout, ms)
    return coming
  }
  const lose = async (seat: 0 | 1) => {
    await expect(askLine(page)).toContainText(`${names[seat]} chooses`, { timeout: 15_000 })
    await page.waitForTimeout(380)
    for (const finger of keys[seat].fingers.toReversed()) {
      await press(finger)
      await page.waitForTimeout(30)
    }
  }

  const coming = toss(0)
  await expect(askLine(page)).toContainText('The dice are rolling')
  await press(keys[1].slap)
  expect(await coming).toBe(rolls[0])
  await hears('Rattle', 'Too early', 'fall')
  for (const { salute } of keys) await press(salute)
  await hears('Bow')

  expect(await toss(1, 1550)).toBe(rolls[1])
  await hears('Rattle', 'fall', 'Die on the floor')
  await press(keys[0].slap)
  await page.waitForTimeout(300)
  await press(keys[1].slap)
  await hears('Slap')
  await lose(1)
  await lose(1)
  await hears('A finger lost')

  expect(await toss(0)).toBe(rolls[2])
  await hears('Rattle', 'fall')
  await press(keys[0].fingers[1])
  await hears('Grab')
  await press(keys[0].shout)
  await hears('Shout')
  await page.locator('.decide').waitFor()
  await page.waitForTimeout(400)
  await page.locator('.decide figure button:enabled').first().click()
  await page.getByRole('button', { name: 'Take them' }).click()
  await hears('A finger lost')

  expect(await toss(1)).toBe(rolls[3])
  await hears('Rattle', 'fall')
  for (let i = 0; i < 2; ++i) {
    await press(keys[1].slap)
    await page.waitForTimeout(150)
  }
  await hears('Slap', 'Wrong')
  const over = page.getByRole('heading', { name: 'Aiko is the samurai' })
  while (!(await over.isVisible())) await lose(1).catch(() => {})
  await hears('A finger lost', 'Bell')
  expect(new Set(falls).size, 'four kinds of rolls, four chords').toBe(4)
})

test('what happens twice is told twice', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same words')
  // A sum of two rolls in a row that nobody is hurt by.
  const sum = (roll: string) => [...roll].reduce((all, face) => all + Number(face), 0)
  const { seed, rolls } = diceOf(
    2,
    ([first, second]) => [first, second].every((roll) => kindOf(roll!) === 'salute') && sum(first!) === sum(second!),
  )
  await sitTogether(page, names, seed)
  for (const [seat, { shout }] of keys.entries()) {
    await expect(askLine(page)).toContainText(`${names[seat]} rolls`, { timeout: 15_000 })
    const coming = nextRoll(page)
    await throwByKey(page, shout)
    await coming
    for (const { salute } of keys) await page.keyboard.press(salute)
    await expect(page.locator('.table.calm')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('log').getByText(`The sum was ${sum(rolls[0]!)}`)).toHaveCount(seat + 1)
  }
})

test('with sound off nothing sounds', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same ears')
  await listen(page)
  const { seed } = dice('salute')
  await sitTogether(page, names, seed)
  const menu = page.getByRole('button', { name: 'Menu' })
  const sound = page.getByRole('checkbox', { name: 'Sound' })
  await menu.click()
  await sound.uncheck()
  await menu.click()
  const coming = nextRoll(page)
  await throwByKey(page, keys[0].shout)
  await page.keyboard.press(keys[1].slap)
  await coming
  for (const { salute } of keys) await page.keyboard.press(salute)
  await expect(askLine(page)).toContainText('rolls', { timeout: 15_000 })
  expect(await struck(page)).toEqual([])

  await menu.click()
  await sound.check()
  await menu.click()
  await throwByKey(page, keys[1].shout)
  await expect.poll(async () => (await struck(page)).length).toBeGreaterThan(0)
})

test('Dojo sounds, too: a choice, a challenge', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same ears')
  test.setTimeout(120_000)
  await listen(page)
  const known = await learnSounds(page)
  const sounds = async () => new Set((await struck(page)).flatMap((sound) => namesOf(sound, known)))
  const both = async () => (await sounds()).size === 2
  // A game without a challenge is possible.
  let games = 0
  do {
    await page.goto('/play')
    await play(page, byMouse, both)
  } while (!(await both()) && ++games < 4)
  expect(await sounds()).toEqual(new Set(['Clappers', 'Taiko']))
})

/** Faces are read out at once, whatever else is being said. */
const readOut = (page: Page) => page.locator('[aria-live="assertive"]')

test(
  'nothing gives the faces away while they roll; then they are told at once',
  { tag: '@quiet' },
  async ({ page, isMobile }) => {
    test.skip(isMobile, 'the same words')
    test.setTimeout(90_000)
    // All that the page holds while the dice are in the air, whenever anything in it changes.
    await page.addInitScript(() => {
      const seen = new Set<string>()
      const look = () => {
        const dice = document.querySelector<HTMLElement>('.table:not(.calm) [data-roll]')
        if (dice && dice.dataset.roll === '') seen.add(document.title + document.body.outerHTML)
      }
      Object.assign(globalThis, { seen })
      const everything = { subtree: true, childList: true, attributes: true, characterData: true }
      addEventListener('DOMContentLoaded', () => new MutationObserver(look).observe(document, everything))
    })
    const pages: string[][] = []
    for (const kind of ['salute', 'katana', 'grab', 'claim', 'plain'] as const) {
      const { seed, rolls } = dice(kind)
      await sitTogether(page, names, seed)
      await expect(askLine(page)).toContainText('Aiko rolls')
      await expect(readOut(page)).toBeEmpty()
      const coming = nextRoll(page)
      await throwByKey(page, keys[0].shout)
      await expect(askLine(page)).toContainText('The dice are rolling')
      expect(await coming).toBe(rolls[0])
      await expect(readOut(page)).toHaveText([...rolls[0]!].join(', '), { timeout: 1000 })
      pages.push(await page.evaluate(() => [...(globalThis as never as { seen: Set<string> }).seen]))
      await expect(readOut(page)).toBeEmpty({ timeout: 10_000 })
      await page.evaluate(() => localStorage.clear())
    }
    expect(pages[0]!.length).toBeGreaterThan(0)
    // Whatever fell: to the letter the same page before it did.
    for (const each of pages) expect(each).toEqual(pages[0])
  },
)

test('a phone that is shaken under a finger throws the dice', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'a desk is not shaken')
  const { seed, rolls } = dice('salute')
  await sitTogether(page, names, seed)
  const grip = page.locator('.grip')
  await expect(grip).toBeVisible()
  const client = await page.context().newCDPSession(page)
  const shaken = () =>
    page.evaluate(() => Number.parseFloat(document.querySelector<HTMLElement>('.strength')!.style.width))
  /** Swung to and fro, as hard as an arm does, for so many readings of the phone. */
  const shake = (readings: number) =>
    page.evaluate(async (n) => {
      for (let i = 0; i < n; ++i) {
        const x = i % 2 === 0 ? 14 : -14
        dispatchEvent(new DeviceMotionEvent('devicemotion', { acceleration: { x, y: 2, z: 1 }, interval: 16 }))
        await new Promise(requestAnimationFrame)
      }
    }, readings)

  const box = (await grip.boundingBox())!
  await client.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }],
  })
  await shake(4)
  expect(await shaken()).toBeGreaterThan(0)
  await expect(async () => {
    await shake(2)
    expect(await shaken()).toBeGreaterThan(35)
  }).toPass({ intervals: [0] })
  const coming = nextRoll(page)
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  expect(await coming).toBe(rolls[0])
  await expect(page.locator('.gone'), 'not too hard').toHaveCount(0)
})

test('a frame of rolling dice costs the page little', { tag: '@quiet' }, async ({ browser, baseURL, isMobile }) => {
  test.skip(isMobile, 'the same dice')
  // Drawing is the graphics card's, and here there is none: what is measured is the script of each frame
  // that moves the dice and asks for them to be drawn. Sixty frames a second leave it 16.7 ms.
  const { page } = await visitor(browser, baseURL!, { reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const costs: number[] = []
    Object.assign(globalThis, { costs })
    const ask = requestAnimationFrame.bind(globalThis)
    globalThis.requestAnimationFrame = (draw) =>
      ask((frame) => {
        const before = performance.now()
        draw(frame)
        costs.push(performance.now() - before)
      })
  })
  await page.goto('/referee#123')
  await expect(page.locator('canvas.raised')).toBeVisible()
  const costs: number[] = []
  for (let roll = 0; roll < 4; ++roll) {
    await page.evaluate(() => void ((globalThis as never as { costs: number[] }).costs.length = 0))
    await page.getByRole('button', { name: 'Roll' }).click()
    await page.locator('.ruling h2').waitFor()
    await page.waitForTimeout(700)
    // The first throw also prepares what is drawn.
    if (roll > 0) costs.push(...(await page.evaluate(() => (globalThis as never as { costs: number[] }).costs)))
  }
  costs.sort((a, b) => a - b)
  const at = (share: number) => costs[Math.floor(share * (costs.length - 1))]!
  console.log(
    `script of a frame of the dice, ms: median ${at(0.5).toFixed(2)}, 95 % ${at(0.95).toFixed(2)}, of ${costs.length} frames`,
  )
  expect(costs.length).toBeGreaterThan(20)
  expect(at(0.5)).toBeLessThan(4)
  expect(at(0.95)).toBeLessThan(16)
  await page.context().close()
})
