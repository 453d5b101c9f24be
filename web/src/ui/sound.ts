// Wood, skin and bronze, synthesised.

import { settings } from './settings.svelte'

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
    for (const [ratio, gain, seconds] of [[1, 0.5, 2.4], [2.76, 0.25, 1.5], [5.4, 0.12, 0.7]] as const)
      strike(audio, at, { type: 'sine', from: 392 * ratio, gain, seconds })
  },
}

export type Sound = keyof typeof sounds
export const soundNames = Object.keys(sounds) as Sound[]

export function play(sound: Sound) {
  // A browser refuses sound before the first touch.
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return
  context ??= new AudioContext()
  void context.resume()
  sounds[sound](context, context.currentTime)
}
