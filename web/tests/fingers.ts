// People at a table of Tatamokatsu, and how they press.

import { expect, type Page } from '@playwright/test'
import { rollsOf } from './chance'

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

/** None once the game is over: its dice make room. */
export const rollOn = (page: Page) =>
  page
    .locator('[data-roll]')
    .first()
    .getAttribute('data-roll', { timeout: 1000 })
    .catch(() => null)
export const askLine = (page: Page) => page.locator('.ask')

const table = 'offline'
// Keys are pressed one after the other: a tie is wider than by the rules.
const timing = { window: 3500, announce: 2500, quiet: 1500, tie: 150, bow: 300 }

/** The diary of a game in the page that has just begun, whose first player rolls; the seed says what. */
function begun(players: number, seats: object[], seed: string): string {
  const at = Date.now() - 10
  return JSON.stringify({
    settings: { header: { game: 'tatamokatsu', players, first_roller: 0, timing }, tempo: 'untimed' },
    secrets: { seed, secret: '5e'.repeat(32) },
    opened: at,
    entries: [...seats, { command: { type: 'start', table } }].map((entry) => ({ ...entry, at })),
  })
}
export async function takeUp(page: Page, path: string, kept: Record<string, string>) {
  await page.goto('/')
  await page.evaluate((all) => Object.entries(all).forEach(([key, text]) => localStorage.setItem(key, text)), kept)
  await page.goto(path)
}

/** Somebody who has thrown before: no guide, and house players who go on by themselves. */
export const experienced = (page: Page) =>
  page.addInitScript(() => {
    const kept = JSON.parse(localStorage.getItem('tatami.settings') ?? '{}') as object
    localStorage.setItem('tatami.settings', JSON.stringify({ ...kept, guided: true, pace: 'quick' }))
  })

/** One device, several hands. */
export async function sitTogether(page: Page, names: string[], seed: string) {
  const sit = (seat: number) => ({ type: 'sit', table, seat, hand: seat === 1 ? 'right' : 'left', contribution: '' })
  const seats = names.map((_, seat) => ({ command: sit(seat), ...(seat > 0 ? { hand: seat } : {}) }))
  await takeUp(page, '/together', {
    'tatami.together': begun(names.length, seats, seed),
    'tatami.together.party': JSON.stringify({ names, bots: 0, calm: false }),
  })
  await expect(page.locator('.grip')).toBeVisible()
}

/** One player against masters of the house. */
export async function sitAlone(page: Page, players: number, seed: string) {
  const me = { command: { type: 'sit', table, seat: 0, hand: 'right', contribution: '' } }
  const others = Array.from({ length: players - 1 }, (_, i) => ({
    command: { type: 'seat_bot', table, seat: i + 1, level: 'regular' },
  }))
  await takeUp(page, '/play/tatamokatsu', { 'tatami.fingers': begun(players, [me, ...others], seed) })
}

/** A seed whose first rolls are as wished for, and those rolls. */
export function dice(players: number, fits: (rolls: string[]) => boolean) {
  for (let i = 0; ; ++i) {
    const seed = String(i).padStart(64, '0')
    const rolls = rollsOf(seed, Array<string>(players).fill(''), 4)
    if (fits(rolls)) return { seed, rolls }
  }
}

/** What the panel of a roll tells of. */
const words = [
  ['Katana', 'katana'],
  ['last slap', 'lastSlap'],
  ['were first', 'claim'],
  ['was first', 'claim'],
  ['dice decide', 'tie'],
  ['dragon rises', 'risen'],
  ['Shouted for nothing', 'shout'],
  ['Slapped without', 'slap'],
  ['Grabbed without', 'grab'],
  ['Die off the table', 'drop'],
] as const
export const toldOf = (told: string) => words.filter(([word]) => told.includes(word)).map(([, what]) => what)
export const lostIn = (told: string) =>
  [...told.matchAll(/loses? a finger \(([a-z ]+)\)/g)].map(([, finger]) => finger!)

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
  const strength = () =>
    page.evaluate(() => Number.parseFloat(document.querySelector<HTMLElement>('.strength')?.style.width || '100'))
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
