// One keyboard, three hands, scripted dice: the seed of a table in the page is known, so the rolls are.

import { expect, test } from './hall'
import { askLine, kindOf, lostIn, nextRoll, sitTogether, throwByKey, toldOf } from './fingers'

// Players 1, 2 and 3, as their keys are by default.
const keys = [
  {
    shout: 'KeyD',
    salute: 'KeyA',
    slap: 'KeyC',
    thumb: 'KeyT',
    index: 'KeyR',
    middle: 'KeyE',
    ring: 'KeyW',
    little: 'KeyQ',
  },
  {
    shout: 'KeyK',
    salute: 'Semicolon',
    slap: 'KeyM',
    thumb: 'KeyY',
    index: 'KeyU',
    middle: 'KeyI',
    ring: 'KeyO',
    little: 'KeyP',
  },
  {
    shout: 'Digit7',
    salute: 'Digit9',
    slap: 'Minus',
    thumb: 'Digit5',
    index: 'Digit4',
    middle: 'Digit3',
    ring: 'Digit2',
    little: 'Digit1',
  },
] as const
type Finger = 'thumb' | 'index' | 'middle' | 'ring' | 'little'
const fingers: Finger[] = ['thumb', 'index', 'middle', 'ring', 'little']

test(
  'three hands on one keyboard: everything that can happen in a game',
  { tag: '@quiet' },
  async ({ page, isMobile }) => {
    test.skip(isMobile, 'a keyboard')
    test.setTimeout(240_000)
    const names = ['Aiko', 'Bashō', 'Chiyo']
    await sitTogether(page, names, '1d4b'.padStart(64, '0')) // 24T 222 345 36T X53 61X …

    const left = async (seat: number) => Number(await page.locator('.who span').nth(seat).textContent())
    const press = (seat: number, what: keyof (typeof keys)[number]) => page.keyboard.press(keys[seat]![what])
    const line = askLine(page)
    const why = page.getByRole('region', { name: 'What just happened' })
    const over = page.getByRole('heading', { name: /samurai|share the title/ })
    const seen = new Set<string>()
    const lost = new Set<string>()
    let dropped = false
    let tied = false

    /** Whose turn the line says it is. */
    const named = (told: string) => names.findIndex((name) => told.includes(name))

    for (let round = 0; round < 16 && !(await over.isVisible()); ++round) {
      await expect(
        line
          .or(over)
          .filter({ hasText: /rolls|samurai|share/ })
          .first(),
      ).toBeVisible({ timeout: 15_000 })
      if (await over.isVisible()) break
      const roller = named((await line.textContent())!)
      const bad = roller === 1 && !dropped
      const coming = nextRoll(page)
      await throwByKey(page, keys[roller]!.shout, bad ? 1550 : 600)
      // Whoever cannot wait is told so, and nothing is lost.
      if (round === 0) {
        await expect(line).toContainText('The dice are rolling')
        await press(2, 'slap')
        await expect(page.getByText('too early', { exact: true })).toBeVisible()
      }
      const roll = await coming
      const kind = kindOf(roll)
      const standing = [0, 1, 2]
      const alive = await Promise.all(standing.map(left))
      if (bad) {
        dropped = true
        await expect(page.locator('.gone')).toBeVisible()
      }

      if (kind === 'katana') {
        for (const seat of standing.filter((each) => alive[each]! > 0)) {
          await press(seat, 'slap')
          await page.waitForTimeout(260)
        }
      } else if (kind === 'grab' && alive[2] === 0) {
        await press(2, 'thumb') // a lost finger's key is dead
        await press(2, 'little')
      } else if (kind === 'grab') {
        await press(1, 'ring')
        await press(1, 'shout')
      } else if (kind === 'claim') {
        await press(0, 'shout')
        if (!tied) await press(1, 'shout')
        tied = true
      } else if (kind === 'announce') {
        await page.keyboard.press('ArrowLeft')
        await expect(page.locator('.sum')).toBeVisible()
        for (const seat of standing) await press(seat, 'salute')
      } else {
        const covered = ['katana', 'claim', 'tie', 'risen', 'mistakes'].every((each) => seen.has(each))
        if (!seen.has('mistakes')) {
          await press(2, 'shout')
          await press(2, 'slap')
          await press(2, 'index')
          await page.waitForTimeout(150)
          await press(2, 'shout')
          await page.waitForTimeout(150)
          await press(2, 'shout')
          seen.add('mistakes')
        } else if (covered) {
          for (let i = 0; i < 5; ++i) {
            for (const seat of [1, 2]) await press(seat, 'slap')
            await page.waitForTimeout(150)
          }
        }
        for (const seat of kind === 'salute' ? standing : [0]) await press(seat, 'salute')
      }

      // Until the next throw: whoever must choose, does.
      for (let i = 0; i < 40; ++i) {
        await expect(
          line
            .or(over)
            .filter({ hasText: /rolls|chooses|samurai|share|dice decide/ })
            .first(),
        ).toBeVisible({ timeout: 15_000 })
        if (await over.isVisible()) break
        const asked = (await line.textContent())!
        if (/rolls/.test(asked)) break
        const seat = named(asked)
        const attack = page.getByRole('button', { name: /Take them|Choose a finger/ })
        if (await page.locator('.decide').isVisible()) {
          const figures = page.locator('.decide figure:not(.mine)')
          for (let n = 0; n < (await figures.count()); ++n) {
            const finger = figures.nth(n).getByRole('button', { disabled: false }).last()
            await finger.click({ timeout: 2000 }).catch(() => {})
          }
          if (await attack.isVisible()) await attack.click({ timeout: 2000 }).catch(() => {})
        } else if (seat >= 0) {
          for (const finger of fingers.toReversed()) {
            await page.waitForTimeout(30)
            await press(seat, finger)
          }
        }
        await page.waitForTimeout(400)
      }

      const told = (await why.textContent()) ?? ''
      for (const what of toldOf(told)) seen.add(what)
      for (const finger of lostIn(told)) lost.add(finger)

      if (round === 2) {
        await page.reload()
        await expect(line).toContainText(/rolls|chooses/)
      }
    }

    await expect(over).toBeVisible({ timeout: 15_000 })
    expect([...seen].sort()).toEqual([
      'claim',
      'drop',
      'grab',
      'katana',
      'lastSlap',
      'mistakes',
      'risen',
      'shout',
      'slap',
      'tie',
    ])
    expect(lost.size, [...lost].join()).toBe(5)

    await page.getByRole('button', { name: 'Watch the replay' }).click()
    await expect(page.getByText('Verified')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(why).toBeVisible()
  },
)
