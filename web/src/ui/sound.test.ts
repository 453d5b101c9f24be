import { beforeEach, expect, test, vi } from 'vitest'
import { sides } from '../tatamokatsu/types'

/** What was struck, and when. */
let struck: string[] = []
class Node {
  gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} }
  frequency = this.gain
  constructor(
    _: unknown,
    private options: { type?: string; frequency?: number },
  ) {}
  connect = (next: unknown) => next
  start = (at: number) => struck.push(`${this.options.type} ${this.options.frequency} at ${at.toFixed(2)}`)
  stop() {}
}
vi.stubGlobal('OscillatorNode', Node)
vi.stubGlobal('GainNode', Node)
vi.stubGlobal(
  'AudioContext',
  class {
    currentTime = 0
    resume = async () => {}
  },
)
vi.stubGlobal('localStorage', { getItem: () => null, setItem() {} })
vi.stubGlobal('navigator', { languages: ['en'] })
const { notes, play, soundNames } = await import('./sound')
const { settings } = await import('./settings.svelte')

beforeEach(() => {
  settings.sound = true
  struck = []
})
const soundOf = (make: () => void) => {
  struck = []
  make()
  return struck.join()
}

test('no two sounds are alike', () => {
  const sounds = soundNames.map((name) => soundOf(() => play(name)))
  expect(sounds).not.toContain('')
  expect(new Set(sounds).size).toBe(soundNames.length)
})

test('no two rolls sound alike: the dice can be played by ear', () => {
  const faces = sides.map((die) => [...new Set(die)])
  const rolls = faces[0]!.flatMap((a) => faces[1]!.flatMap((b) => faces[2]!.map((c) => [a, b, c])))
  expect(rolls).toHaveLength(7 * 7 * 8)
  expect(new Set(rolls.map((roll) => soundOf(() => notes(roll)))).size).toBe(rolls.length)
})

test('with sound off there is none', () => {
  settings.sound = false
  for (const name of soundNames) play(name)
  notes(['1', 'X', 'T'])
  expect(struck).toEqual([])
})
