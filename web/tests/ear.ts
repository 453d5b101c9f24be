// What a page lets be heard: every sound by the strikes it is made of.

import { expect, type Page } from '@playwright/test'

interface Ear {
  struck: string[]
}

/** From the next page on, without voices, unless they were asked for. What is struck in one go is one sound: the kind and pitch of each part. */
export const listen = (page: Page) =>
  page.addInitScript(() => {
    const ear: Ear = { struck: [] }
    const kept = JSON.parse(localStorage.getItem('tatami.settings') ?? '{}') as object
    localStorage.setItem('tatami.settings', JSON.stringify({ voices: false, ...kept }))
    Object.assign(globalThis, { ear })
    const parts: string[] = []
    const end = () => ear.struck.push(parts.splice(0).join(', '))
    const pitches = new WeakMap<AudioScheduledSourceNode, string>()
    globalThis.OscillatorNode = class extends OscillatorNode {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options)
        pitches.set(this, `${options?.type} ${Math.round(options?.frequency ?? 0)}`)
      }
    }
    const { start } = AudioScheduledSourceNode.prototype
    AudioScheduledSourceNode.prototype.start = function (at = 0) {
      if (parts.length === 0) queueMicrotask(end)
      parts.push(pitches.get(this) ?? 'something')
      start.call(this, at)
    }
  })

export const struck = (page: Page) => page.evaluate(() => (globalThis as never as { ear: Ear }).ear.struck)

/** Sounds by what they are made of. */
export type Known = ReadonlyMap<string, string>

/** Which sounds these strikes are, where two may begin together; what no gallery has are dice that fall. */
export function namesOf(sound: string, known: Known): string[] {
  if (sound === '') return []
  const found = [...known].find(([print]) => sound === print || sound.startsWith(`${print}, `))
  return found ? [found[1], ...namesOf(sound.slice(found[0].length + 2), known)] : ['fall']
}

/** Every sound there is, as the gallery lets it be heard. */
export async function learnSounds(page: Page): Promise<Known> {
  await page.goto('/gallery')
  const sounds = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Sounds' }) })
    .getByRole('button')
  const names = await sounds.allTextContents()
  for (const [i] of names.entries()) {
    await sounds.nth(i).click()
    await expect.poll(async () => (await struck(page)).length).toBe(i + 1)
  }
  return new Map((await struck(page)).map((sound, i) => [sound, names[i]!]))
}
