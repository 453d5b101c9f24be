// The show: voices, hands, awards, and a referee who keeps the game.

import type { Page } from '@playwright/test'
import { dice, experienced, kindOf, nextRoll, sitAlone, sitTogether, takeUp } from './fingers'
import { expect, test } from './hall'
import { playedUntil } from './played'
import { visitor } from './players'

/** How many resonances were made: only voices have any. */
const listenForVoices = (page: Page) =>
  page.addInitScript(() => {
    const ear = { voices: 0 }
    Object.assign(globalThis, { ear })
    globalThis.BiquadFilterNode = class extends BiquadFilterNode {
      constructor(context: BaseAudioContext, options?: BiquadFilterOptions) {
        super(context, options)
        ++ear.voices
      }
    }
  })
const voices = (page: Page) => page.evaluate(() => (globalThis as never as { ear: { voices: number } }).ear.voices)

test('a shout is a voice, unless voices or all sounds are off', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same sounds')
  const { seed } = dice(2, ([first]) => kindOf(first!) === 'salute')
  await listenForVoices(page)
  await experienced(page)
  for (const [voice, sound, speaks] of [
    [true, true, true],
    [false, true, false],
    [true, false, false],
  ] as const) {
    await page.goto('/settings')
    await page.getByLabel('Voices').setChecked(voice)
    await page.getByLabel('Sound: clappers, drum and bell', { exact: true }).setChecked(sound)
    await sitAlone(page, 2, seed)
    await page.locator('.grip').click()
    await nextRoll(page)
    await page.keyboard.press('KeyS')
    await expect(page.locator('.ask')).toContainText(/bow/i)
    if (speaks) await expect.poll(() => voices(page)).toBeGreaterThan(3)
    else expect(await voices(page)).toBe(0)
  }
})

test('the hand that I chose is mine at the table', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same hand')
  await experienced(page)
  await page.goto('/settings')
  await page.getByLabel('Mark').selectOption('a paw')
  await expect(page.locator('.look svg')).toHaveAttribute('data-mark', 'paw')
  await sitAlone(page, 3, dice(3, () => true).seed)
  await expect(page.locator('.pad [data-mark=paw]')).toBeVisible()
  await expect(page.locator('.ask [data-mark=paw]')).toBeVisible()
})

test('a game ends with awards', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same words')
  test.setTimeout(90_000)
  const shouts = ({ meaning }: { meaning: { claim: string[] } | null }) =>
    meaning?.claim.includes('shout') && !meaning.claim.includes('grab')
  const diary = await playedUntil(
    2,
    (position) =>
      shouts(position)
        ? [
            { seat: 1, do: 'shout' },
            { seat: 0, do: 'shout' },
          ]
        : [],
    ({ fingers }, roll) => fingers[0]!.length === 1 && fingers[1]!.length > 1 && kindOf(roll) === 'salute',
  )
  await takeUp(page, '/together', {
    'tatami.together': diary,
    'tatami.together.party': JSON.stringify({ names: ['Aiko', 'Bashō'], bots: 0, calm: false }),
  })
  await page.locator('.grip').click()
  await expect(async () => {
    // Whoever is asked gives a finger; of the others nothing is asked.
    for (const hand of await page.locator('.pad .fingers').all())
      await hand.locator('button:enabled').first().dispatchEvent('pointerdown')
    await expect(page.locator('#samurai')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  const awards = page.getByRole('region', { name: 'Awards' })
  await expect(awards).toContainText('Fastest shout')
  await expect(awards).toContainText(/Bashō\s+\d+ ms/)
  await expect(awards).toContainText('Bashō before Aiko')
})

/** The page's guest plays by a line of its own until the game is over: throws, does nothing, gives the first finger. */
const playOut = (page: Page, table: string) =>
  page.evaluate(
    (table) =>
      new Promise<void>((over) => {
        const line = new WebSocket(`ws://${window.location.host}/ws`)
        const say = (command: object) => line.send(JSON.stringify({ ...command, table }))
        let position = {} as {
          phase: string
          throws: number | null
          to_act: number[]
          fingers: string[][]
          targets: number[]
        }
        let me = -1
        let thrown = -1
        line.onmessage = ({ data }) => {
          const message = JSON.parse(data as string) as {
            type: string
            you?: number
            seq: number
            tatamokatsu?: Partial<typeof position>
          }
          if (message.type === 'welcome') say({ type: 'watch' })
          if (message.type === 'table') me = message.you ?? -1
          if (message.type !== 'position' && message.type !== 'update') return
          position = { ...position, ...message.tatamokatsu }
          const { phase, throws, to_act, fingers, targets } = position
          if (phase === 'over') {
            line.close()
            return over()
          }
          const { seq } = message
          if (throws === me && thrown !== seq) {
            thrown = seq
            say({ type: 'throw_dice' })
          }
          if (!to_act.includes(me)) return
          const aims = Object.fromEntries(targets.map((each) => [each, fingers[each]![0]]))
          const move =
            phase === 'strike'
              ? { seat: me, strike: { seat: targets[0], finger: fingers[targets[0]!]![0] } }
              : phase === 'choose'
                ? { seat: me, choose: 'attack', fingers: aims }
                : { seat: me, lose: fingers[me]![0] }
          say({ type: 'act', seq, move })
        }
      }),
    table,
  )

/** By which a table is joined. */
const codeOf = (page: Page, table: string) =>
  page.evaluate(
    (table) =>
      new Promise<string>((found) => {
        const line = new WebSocket(`ws://${window.location.host}/ws`)
        line.onmessage = ({ data }) => {
          const message = JSON.parse(data as string) as { type: string; code: string }
          if (message.type === 'welcome') line.send(JSON.stringify({ type: 'watch', table }))
          if (message.type !== 'table') return
          found(message.code)
          line.close()
        }
      }),
    table,
  )

test('a rematch is one press: everybody is in, and the code is the same', async ({
  page,
  browser,
  baseURL,
  isMobile,
}) => {
  test.skip(isMobile, 'it brings its own visitor')
  test.setTimeout(180_000)
  await experienced(page)
  await page.goto('/open')
  const timing = { window: 400, announce: 300, quiet: 200, tie: 10, bow: 100 }
  const table = await page.evaluate(
    (timing) =>
      new Promise<string>((opened) => {
        const line = new WebSocket(`ws://${window.location.host}/ws`)
        line.onmessage = ({ data }) => {
          const message = JSON.parse(data as string) as { type: string; table: string }
          const header = { game: 'tatamokatsu', players: 2, first_roller: 0, timing }
          if (message.type === 'welcome')
            line.send(JSON.stringify({ type: 'open', settings: { header, tempo: 'untimed' } }))
          if (message.type !== 'table') return
          opened(message.table)
          line.close()
        }
      }),
    timing,
  )
  const guest = await visitor(browser, baseURL!, { viewport: { width: 1280, height: 800 } })
  await experienced(guest.page)
  const both = [page, guest.page]
  for (const each of both) {
    await each.goto(`/t/${table}`)
    await each.getByRole('button', { name: 'Sit here' }).first().click()
  }
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.locator('.grip')).toBeVisible()

  const code = await codeOf(page, table)
  expect(code).toMatch(/^[A-Z0-9]{4,}$/)
  await Promise.all(both.map((each) => playOut(each, table)))
  for (const each of both) await expect(each.locator('#samurai')).toBeVisible()
  await page.getByRole('button', { name: 'Rematch', exact: true }).click()
  for (const each of both) {
    await expect(each).not.toHaveURL(new RegExp(table))
    await expect(each.locator('.table')).toBeVisible()
  }
  expect(new URL(page.url()).pathname).toBe(new URL(guest.page.url()).pathname)
  const next = new URL(page.url()).pathname.replace('/t/', '')
  expect(await codeOf(page, next)).toBe(code)
  expect(guest.heard).toEqual([])
})

test('the referee keeps fingers and turns, and says whose loss it is and why', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same words')
  await page.goto('/referee#644')
  const keeper = page.getByRole('region', { name: 'Keep fingers and turns' })
  await keeper.getByLabel('Name of player 2').fill('Bashō')
  await keeper.getByRole('button', { name: 'Keep a game' }).click()
  await keeper.getByRole('button', { name: 'This was rolled: 6 4 4' }).click()
  for (const player of ['Player 1', 'Player 3'])
    await keeper.locator('.who').filter({ hasText: player }).getByRole('button', { name: 'Hai (bow)' }).click()
  // What was told by mistake is taken back, one entry at a time.
  await keeper.locator('.who').filter({ hasText: 'Bashō' }).getByRole('button', { name: 'Slap' }).click()
  await expect(keeper.locator('.done li')).toHaveText(['Player 1: Hai (bow)', 'Player 3: Hai (bow)', 'Bashō: Slap'])
  await keeper.getByRole('button', { name: 'Take back' }).click()
  await expect(keeper.locator('.done li')).toHaveCount(2)
  await keeper.getByRole('button', { name: 'That was all' }).click()
  await expect(keeper.locator('.reason')).toContainText('bow')
  await keeper.getByRole('button', { name: 'thumb' }).click()
  await expect(keeper.getByRole('status')).toContainText('Bashō loses a finger (thumb)')
  await expect(keeper.locator('li').filter({ hasText: 'Bashō' }).locator('b')).toHaveText('4')
  await expect(keeper.locator('li.rolls')).toContainText('Bashō')
  // It is there again tomorrow.
  await page.reload()
  await expect(keeper.locator('li').filter({ hasText: 'Bashō' }).locator('b')).toHaveText('4')
})

test('a roll-off is staged, and a tap ends it', async ({ browser, baseURL, isMobile }) => {
  test.skip(isMobile, 'the same scene')
  test.slow()
  const { page, heard } = await visitor(browser, baseURL!, { reducedMotion: 'no-preference' })
  await sitTogether(page, ['Aiko', 'Bashō'], dice(2, ([first]) => kindOf(first!) === 'claim').seed)
  await page.locator('.grip').click()
  await nextRoll(page)
  // Within what counts as the same time here.
  await page.evaluate(() => {
    for (const shout of document.querySelectorAll('.pad .shout'))
      shout.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  })
  const duel = page.locator('.duel')
  await expect(duel).toBeVisible({ timeout: 15_000 })
  await expect(duel.locator('figcaption').first()).toHaveText('Aiko')
  await page.locator('.table').dispatchEvent('click')
  await expect(duel).toHaveCount(0, { timeout: 400 })
  expect(heard.filter((line) => !line.includes('GPU stall'))).toEqual([])
  await page.context().close()
})
