// Three browsers at a table of the real server whose dice are known: one plays by touch, two by keyboard.

import type { Page } from '@playwright/test'
import { persuade, seedOf } from './chance'
import { kindOf, lostIn, nextRoll, rollOn, throwByKey, throwByTouch, toldOf } from './fingers'
import { complaints, expect, test } from './hall'

type Reflex = 'shout' | 'salute' | 'slap' | 'thumb' | 'index' | 'middle' | 'ring' | 'little'
interface Player {
  page: Page
  press: (what: Reflex) => Promise<void>
  toss: (bad: boolean) => Promise<void>
}

const codes = {
  shout: 'KeyF',
  salute: 'KeyS',
  slap: 'Space',
  thumb: 'KeyM',
  index: 'KeyJ',
  middle: 'KeyK',
  ring: 'KeyL',
  little: 'Semicolon',
}
const byKeys = (page: Page): Player => ({
  page,
  press: (what) => page.keyboard.press(codes[what]),
  toss: (bad) => throwByKey(page, codes.shout, bad ? 1550 : 600),
})
const byTouch = (page: Page): Player => ({
  page,
  press: (what) =>
    page
      .locator('.pad')
      .getByRole('button', {
        name: {
          shout: 'Tatamokatsu!',
          salute: 'Hai',
          slap: 'Slap',
          thumb: 'thumb',
          index: 'index',
          middle: 'middle',
          ring: 'ring',
          little: 'little',
        }[what],
      })
      .tap({ timeout: 1500 }),
  toss: () => throwByTouch(page),
})

/** By its own line, with the page's cookie: the page's guest says it. */
const tell = (page: Page, commands: object[]) =>
  page.evaluate(
    (all) =>
      new Promise<string>((tellTable) => {
        const line = new WebSocket(`ws://${window.location.host}/ws`)
        line.onmessage = ({ data }) => {
          const message = JSON.parse(data as string) as { type: string; table?: string }
          if (message.type === 'welcome') for (const command of all) line.send(JSON.stringify(command))
          if (message.type !== 'table') return
          tellTable(message.table!)
          line.close()
        }
      }),
    commands,
  )

test('every finger, a katana, a grab, a resurrection, a tie and each mistake, online', async ({
  page,
  browser,
  baseURL,
  isMobile,
}) => {
  test.skip(isMobile, 'it brings its own phone')
  test.setTimeout(240_000)
  const heard: string[][] = []
  const other = async (more: object) => {
    const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...more })
    const made = await context.newPage()
    heard.push(complaints(made, baseURL!))
    return made
  }
  const players = [
    byKeys(page),
    byTouch(await other({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })),
    byKeys(await other({ viewport: { width: 1280, height: 800 } })),
  ]

  await page.goto('/open')
  // Three machines in one: a tie is wider, and nobody must hurry.
  const timing = { window: 6000, announce: 4000, quiet: 3000, tie: 700, bow: 300 }
  const table = await tell(page, [
    {
      type: 'open',
      settings: { header: { game: 'tatamokatsu', players: 3, first_roller: 0, timing }, tempo: 'untimed' },
    },
  ])
  for (const [seat, { page: at }] of players.entries()) {
    await at.goto(`/t/${table}`)
    await at.getByRole('button', { name: 'Sit here' }).first().click()
    await expect(page.locator('li').nth(seat)).toContainText(/hand/)
  }
  // Each page has contributed something by itself; now everybody contributes what we know.
  await page.waitForTimeout(1000)
  const contribution = persuade(seedOf(table), ['', 'b', 'c'], (rolls) => {
    const kinds = rolls.map(kindOf)
    const plain = (kind = '') => kind === 'salute' || kind === 'plain'
    return (
      kinds[0] === 'grab' &&
      kinds[1] === 'katana' &&
      plain(kinds[2]) &&
      kinds.slice(3, 5).includes('grab') &&
      kinds.slice(3, 6).includes('claim') &&
      kinds.slice(5, 9).some(plain)
    )
  })
  for (const [seat, share] of [contribution, 'b', 'c'].entries())
    await tell(players[seat]!.page, [{ type: 'sit', table, seat, contribution: share }])
  await page.getByRole('button', { name: 'Begin' }).click()

  const over = page.locator('#samurai')
  const why = page.getByRole('region', { name: 'What just happened' })
  const left = async (seat: number) => {
    const pad = players[seat]!.page.locator('.pad')
    return (await pad.locator('.dragon').count()) > 0 ? 0 : 5 - (await pad.locator('.fingers .lost').count())
  }
  const whoHas = async (what: string) => {
    const shown = await Promise.all(players.map(({ page: at }) => at.locator(what).isVisible()))
    return shown.indexOf(true)
  }
  const seen = new Set<string>()
  const lost = new Set<string>()
  let dropped = false
  let tied = false

  async function choose({ page: at }: Player) {
    await at.waitForTimeout(380)
    const figures = at.locator('.decide figure:not(.mine)')
    const own = at.locator('.decide .own button:enabled')
    if (await own.count()) {
      await own.last().click({ timeout: 2000 })
      return
    }
    for (let n = 0; n < (await figures.count()); ++n)
      await figures.nth(n).locator('button:enabled').first().click({ timeout: 2000 })
    const attack = at.getByRole('button', { name: 'Take them' })
    if (await attack.isVisible()) await attack.click({ timeout: 2000 })
  }

  for (let round = 0; round < 20; ++round) {
    // Whoever must choose, does; then somebody throws.
    let roller = -1
    await expect(async () => {
      const chooser = await whoHas('.decide')
      if (chooser >= 0) await choose(players[chooser]!).catch(() => {})
      roller = await whoHas('.grip')
      expect(roller >= 0 || (await over.isVisible())).toBe(true)
    }).toPass({ timeout: 40_000, intervals: [50] })

    if (round > 0) {
      const told = (await why.textContent()) ?? ''
      for (const what of toldOf(told)) seen.add(what)
      for (const finger of lostIn(told)) lost.add(finger)
    }
    if (await over.isVisible()) break

    const bad = roller === 0 && round > 0 && !dropped
    if (bad) dropped = true
    const coming = nextRoll(page)
    for (let again = 0; again < 5 && (await players[roller]!.page.locator('.grip').isVisible()); ++again) {
      await players[roller]!.toss(bad)
      await page.waitForTimeout(200)
    }
    const kind = kindOf(await coming)
    // Whoever presses before their own page shows the faces is too early.
    for (const { page: at } of players) await expect.poll(() => rollOn(at), { intervals: [10] }).not.toBe('')
    await page.waitForTimeout(250)
    const fingers = await Promise.all([0, 1, 2].map(left))
    const act = (seat: number, what: Reflex) => players[seat]!.press(what).catch(() => {})

    if (kind === 'katana') {
      for (const seat of [0, 1, 2]) {
        if (fingers[seat]! > 0) await act(seat, 'slap')
        await page.waitForTimeout(750)
      }
    } else if (kind === 'grab' && fingers[2] === 0) {
      await act(2, 'thumb') // a lost finger's key is dead
      // What is done twice counts once; the first may still be too early for a slow page.
      for (let i = 0; i < 3; ++i) await act(2, 'little')
    } else if (kind === 'grab') {
      for (let i = 0; i < 3; ++i) for (const what of ['ring', 'shout'] as const) await act(1, what)
    } else if (kind === 'claim') {
      if (!tied) await act(1, 'shout')
      await act(0, 'shout')
      tied = true
    } else if (!seen.has('slap')) {
      for (const what of ['shout', 'slap', 'index'] as const) await act(2, what)
      for (const seat of [0, 1]) await act(seat, 'salute')
    } else if (['risen', 'tie', 'drop'].every((each) => seen.has(each)) && kind !== 'announce') {
      for (let i = 0; i < 5; ++i) {
        await Promise.all([act(1, 'slap'), act(2, 'shout')])
        await page.waitForTimeout(140)
      }
      await act(0, 'salute')
    } else {
      for (const seat of [0, 1, 2]) await act(seat, 'salute')
    }
    await expect(page.locator('.table.calm')).toBeVisible({ timeout: 15_000 })
  }

  await expect(over).toBeVisible()
  expect([...seen].sort()).toEqual(['claim', 'drop', 'grab', 'katana', 'lastSlap', 'risen', 'shout', 'slap', 'tie'])
  expect(lost.size, [...lost].join()).toBe(5)
  expect(heard.flat()).toEqual([])
})
