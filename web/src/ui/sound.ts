// Wood, skin and bronze, synthesised.

import type { Face } from '../protocol'
import { settings } from './settings.svelte'
import { utter, voiceOf } from './voice'

const quiet = 0.25
let context: AudioContext | undefined

interface Partial {
  type: OscillatorType
  from: number
  to?: number
  gain: number
  seconds: number
}

function strike(audio: AudioContext, at: number, { type, from, to = from, gain, seconds }: Partial) {
  const oscillator = new OscillatorNode(audio, { type, frequency: from })
  const envelope = new GainNode(audio, { gain: 0 })
  oscillator.frequency.setValueAtTime(from, at)
  oscillator.frequency.exponentialRampToValueAtTime(to, at + seconds)
  envelope.gain.setValueAtTime(gain * quiet, at)
  envelope.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
  oscillator.connect(envelope).connect(audio.destination)
  oscillator.start(at)
  oscillator.stop(at + seconds)
}

const sounds = {
  clappers: (audio: AudioContext, at: number) => {
    for (const delay of [0, 0.13]) {
      strike(audio, at + delay, { type: 'triangle', from: 1900, to: 1500, gain: 0.5, seconds: 0.06 })
      strike(audio, at + delay, { type: 'square', from: 3100, to: 2400, gain: 0.12, seconds: 0.03 })
    }
  },
  taiko: (audio: AudioContext, at: number) => {
    strike(audio, at, { type: 'sine', from: 140, to: 52, gain: 1, seconds: 0.5 })
    strike(audio, at, { type: 'triangle', from: 320, to: 90, gain: 0.35, seconds: 0.09 })
  },
  bell: (audio: AudioContext, at: number) => {
    for (const [ratio, gain, seconds] of [
      [1, 0.5, 2.4],
      [2.76, 0.25, 1.5],
      [5.4, 0.12, 0.7],
    ] as const)
      strike(audio, at, { type: 'sine', from: 392 * ratio, gain, seconds })
  },
  rattle: (audio: AudioContext, at: number) => {
    for (const [i, from] of [900, 1250, 820, 1100, 980].entries())
      strike(audio, at + i * 0.055, { type: 'triangle', from, to: from * 0.7, gain: 0.3, seconds: 0.035 })
  },
  shout: (audio: AudioContext, at: number) => {
    for (const [delay, from, to] of [
      [0, 260, 420],
      [0.12, 420, 620],
    ] as const)
      strike(audio, at + delay, { type: 'sawtooth', from, to, gain: 0.3, seconds: 0.16 })
  },
  salute: (audio: AudioContext, at: number) => {
    strike(audio, at, { type: 'sine', from: 520, to: 340, gain: 0.5, seconds: 0.3 })
  },
  slap: (audio: AudioContext, at: number) => {
    strike(audio, at, { type: 'sine', from: 190, to: 60, gain: 1, seconds: 0.22 })
    strike(audio, at, { type: 'square', from: 700, to: 140, gain: 0.25, seconds: 0.05 })
  },
  grab: (audio: AudioContext, at: number) => {
    strike(audio, at, { type: 'triangle', from: 2300, to: 1700, gain: 0.5, seconds: 0.05 })
  },
  drop: (audio: AudioContext, at: number) => {
    for (const [i, from] of [1500, 1150, 850, 620].entries())
      strike(audio, at + i * i * 0.05, { type: 'triangle', from, to: from * 0.8, gain: 0.4, seconds: 0.05 })
  },
  early: (audio: AudioContext, at: number) => {
    for (const delay of [0, 0.14]) strike(audio, at + delay, { type: 'sine', from: 240, gain: 0.35, seconds: 0.1 })
  },
  buzz: (audio: AudioContext, at: number) => {
    for (const from of [92, 98]) strike(audio, at, { type: 'sawtooth', from, gain: 0.35, seconds: 0.28 })
  },
  lost: (audio: AudioContext, at: number) => {
    for (const [ratio, gain] of [
      [1, 0.7],
      [1.48, 0.3],
      [2.1, 0.2],
    ] as const)
      strike(audio, at, { type: 'sine', from: 110 * ratio, to: 104 * ratio, gain, seconds: 1.3 })
  },
}

export type Sound = keyof typeof sounds
export const soundNames = Object.keys(sounds) as Sound[]

/** A browser refuses sound before the first touch. */
function audible(): AudioContext | null {
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return null
  context ??= new AudioContext()
  void context.resume()
  return context
}

export function play(sound: Sound) {
  const audio = audible()
  if (audio) sounds[sound](audio, audio.currentTime)
}

let said = 0
/** Somebody says it, in the voice of their seat; whether they could. */
export function say(word: string, seat: number): boolean {
  const audio = settings.voices ? audible() : null
  if (audio) utter(audio, audio.currentTime, word, voiceOf(seat), said++)
  return audio !== null
}

const scale: Record<Face, number[]> = {
  '1': [262],
  '2': [294],
  '3': [330],
  '4': [392],
  '5': [440],
  '6': [523],
  X: [196, 784],
  T: [1568, 2349],
}
/** Dice that land: each face has its own note, X two far apart, T rings like metal. */
export function notes(faces: readonly Face[]) {
  const audio = audible()
  if (!audio) return
  strike(audio, audio.currentTime, { type: 'triangle', from: 180, to: 70, gain: 0.6, seconds: 0.1 })
  for (const [i, face] of faces.entries())
    for (const from of scale[face])
      strike(audio, audio.currentTime + 0.09 * i, {
        type: face === 'T' ? 'sine' : 'triangle',
        from,
        gain: 0.55,
        seconds: face === 'T' ? 0.7 : 0.22,
      })
}
