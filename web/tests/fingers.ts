// People at a table of Tatamokatsu, and how they press.

import { expect, type Page } from '@playwright/test'

/** What a visitor knows by heart: the tests may know the rules, the client does not. */
export type Kind = 'grab' | 'katana' | 'claim' | 'announce' | 'salute' | 'plain'
export function kindOf(roll: string): Kind {
  if (roll.endsWith('T')) return 'grab'
  if (roll[0] === roll[1] && roll[1] === roll[2]) return 'katana'
  const xs = [...roll].filter((face) => face === 'X').length
  const lowest = [...roll].reduce((sum, face) => sum + (face === 'X' ? 1 : Number(face)), 0)
  const sums = Array.from({ length: xs + 1 }, (_, tens) => lowest + 9 * tens)
  if (sums.includes(10) || sums.includes(17)) return 'claim'
  if (xs > 0) return 'announce'
  return lowest > 10 && lowest < 17 ? 'salute' : 'plain'
}

export const rollOn = (page: Page) => page.locator('[data-roll]').first().getAttribute('data-roll')
export const askLine = (page: Page) => page.locator('.ask')

/** A game on one device that has just begun, by people whose first player rolls; the seed says what. */
export async function sitTogether(page: Page, names: string[], seed: string) {
  const table = 'offline'
  const at = Date.now() - 10
  const sit = (seat: number) => ({ type: 'sit', table, seat, hand: seat === 1 ? 'right' : 'left', contribution: '' })
  // Keys are pressed one after the other: a tie is wider than by the rules.
  const timing = { window: 3500, announce: 2500, quiet: 1500, tie: 150, bow: 300 }
  const diary = {
    settings: { header: { game: 'tatamokatsu', players: names.length, first_roller: 0, timing }, tempo: 'untimed' },
    secrets: { seed, secret: '5e'.repeat(32) },
    opened: at,
    entries: [
      ...names.map((_, seat) => ({ command: sit(seat), ...(seat > 0 ? { hand: seat } : {}), at })),
      { command: { type: 'start', table }, at },
    ],
  }
  await page.goto('/')
  await page.evaluate(
    ([kept, party]) => {
      localStorage.setItem('tatami.together', kept!)
      localStorage.setItem('tatami.together.party', party!)
    },
    [JSON.stringify(diary), JSON.stringify({ names, bots: 0, calm: false })],
  )
  await page.goto('/together')
}

/** The faces of the next roll, as soon as they are shown. */
export async function nextRoll(page: Page): Promise<string> {
  await expect.poll(() => rollOn(page), { intervals: [20], timeout: 15_000 }).toBe('')
  await expect.poll(() => rollOn(page), { intervals: [10], timeout: 15_000 }).not.toBe('')
  return (await rollOn(page))!
}

/** Holds the key of the shout: 600 ms is good with any number of fingers, 1550 is too much. */
export async function throwByKey(page: Page, key: string, ms = 600) {
  await page.keyboard.down(key)
  await page.waitForTimeout(ms)
  await page.keyboard.up(key)
}

/** Shakes the dice under a finger until the meter is in the green, and lets go. */
export async function throwByTouch(page: Page) {
  const client = await page.context().newCDPSession(page)
  const box = (await page.locator('.grip').boundingBox())!
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx = 0) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx, y }] })
  const strength = () => page.evaluate(() => Number.parseFloat(document.querySelector<HTMLElement>('.strength')?.style.width || '100'))
  await touch('touchStart')
  let wide = 150
  for (let i = 0; i < 40; ++i) {
    await touch('touchMove', i % 2 === 0 ? wide : -wide)
    const now = await strength()
    if (now > 32) break
    if (now > 18) wide = 60
  }
  await touch('touchEnd')
  await client.detach()
}
