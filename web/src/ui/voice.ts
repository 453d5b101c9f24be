// Voices of the house, made of formants: a buzz or a breath, and the resonances of a mouth. Words are
// spelled in Japanese syllables.

type Vowel = 'a' | 'i' | 'u' | 'e' | 'o'
/** Resonances in Hz, of an adult. */
const formants: Record<Vowel, readonly [number, number, number]> = {
  a: [800, 1250, 2600],
  i: [300, 2300, 3000],
  u: [340, 1250, 2350],
  e: [480, 1900, 2550],
  o: [500, 880, 2500],
}
/** What stands before a vowel: a noise at so many Hz, or the nose; in seconds. */
const consonants: Record<string, { noise?: number; seconds: number; nasal?: boolean; closed?: number }> = {
  t: { noise: 4200, seconds: 0.018, closed: 0.035 },
  k: { noise: 1900, seconds: 0.024, closed: 0.035 },
  ts: { noise: 5200, seconds: 0.07, closed: 0.03 },
  ch: { noise: 3600, seconds: 0.06, closed: 0.02 },
  s: { noise: 5400, seconds: 0.08 },
  h: { noise: 1400, seconds: 0.05 },
  m: { nasal: true, seconds: 0.06 },
  n: { nasal: true, seconds: 0.055 },
  r: { seconds: 0.02 },
  g: { seconds: 0.025 },
  y: { seconds: 0.02 },
  ky: { noise: 2600, seconds: 0.045, closed: 0.035 },
  j: { noise: 3200, seconds: 0.04 },
}

export interface Voice {
  /** Hz in the middle of a word. */
  pitch: number
  /** The size of the mouth: large for a child. */
  mouth: number
  /** How much of it is breath. */
  breath: number
  /** Length of a syllable, in seconds. */
  pace: number
  /** Shakes the pitch, in Hz of depth. */
  quaver: number
  /** Overdriven. */
  rough: boolean
}
const house = {
  child: { pitch: 290, mouth: 1.22, breath: 0.05, pace: 0.07, quaver: 0, rough: false },
  elder: { pitch: 128, mouth: 1, breath: 0.25, pace: 0.105, quaver: 9, rough: false },
  gruff: { pitch: 82, mouth: 0.9, breath: 0.12, pace: 0.085, quaver: 0, rough: true },
  whisper: { pitch: 150, mouth: 1.08, breath: 1, pace: 0.08, quaver: 0, rough: false },
  bright: { pitch: 205, mouth: 1.1, breath: 0.1, pace: 0.075, quaver: 3, rough: false },
} satisfies Record<string, Voice>
export type VoiceName = keyof typeof house
export const voiceNames = Object.keys(house) as VoiceName[]
export const voiceOf = (seat: number): VoiceName => voiceNames[seat % voiceNames.length]!

/** How a word goes up and down, as parts of the pitch at its beginning and end; the vowel that is drawn out. */
const manners = [
  { from: 1, to: 1.35, drawn: -1 },
  { from: 1.25, to: 0.85, drawn: 1 },
  { from: 1, to: 1.05, drawn: 0 },
] as const
export const variants = manners.length

const units = ['', 'ichi', 'ni', 'san', 'yon', 'go', 'roku', 'nana', 'hachi', 'kyu']
/** Up to 99, as it is counted in Japan. */
export function spelled(n: number): string {
  const tens = Math.floor(n / 10)
  return `${tens > 1 ? units[tens] : ''}${tens > 0 ? 'ju' : ''}${units[n % 10]}`
}

/** A word in syllables: what stands before the vowel, and the vowel; n alone has none. */
export function syllables(word: string): { before: string; vowel: Vowel | null }[] {
  return [...word.matchAll(/(ts|ch|ky|[tkshmnrgyj]?)([aiueo])|n/g)].map(([all, before = '', vowel]) =>
    all === 'n' ? { before: 'n', vowel: null } : { before, vowel: vowel as Vowel },
  )
}

let noise: AudioBuffer | undefined
function hiss(audio: BaseAudioContext): AudioBufferSourceNode {
  if (noise?.sampleRate !== audio.sampleRate) {
    noise = new AudioBuffer({ length: audio.sampleRate, sampleRate: audio.sampleRate })
    const samples = noise.getChannelData(0)
    let state = 1
    for (let i = 0; i < samples.length; ++i) {
      state = (Math.imul(state, 48271) >>> 0) % 0x7fffffff
      samples[i] = (state / 0x7fffffff) * 2 - 1
    }
  }
  return new AudioBufferSourceNode(audio, { buffer: noise, loop: true })
}

const loudness = 0.5

/** Says it from that moment on; answers how long it takes, in seconds. */
export function utter(audio: BaseAudioContext, at: number, word: string, name: VoiceName, variant: number): number {
  const voice: Voice = house[name]
  const { from, to, drawn } = manners[variant % variants]!
  const said = syllables(word)
  const out = new GainNode(audio, { gain: voice.rough ? 0.4 * loudness : loudness })
  const buzz = new OscillatorNode(audio, { type: 'sawtooth', frequency: voice.pitch * from })
  const breath = hiss(audio)
  const voiced = new GainNode(audio, { gain: 0 })
  const breathed = new GainNode(audio, { gain: 0 })
  const burst = new GainNode(audio, { gain: 0 })
  const bursting = new BiquadFilterNode(audio, { type: 'bandpass', frequency: 4000, Q: 1.5 })
  const mouth = [0, 1, 2].map((i) => new BiquadFilterNode(audio, { type: 'bandpass', Q: [7, 9, 9][i] }))
  const throat = new WaveShaperNode(
    audio,
    voice.rough ? { curve: Float32Array.from({ length: 65 }, (_, i) => Math.tanh((i - 32) / 7)) } : {},
  )
  buzz.connect(voiced)
  breath.connect(breathed)
  breath.connect(bursting).connect(burst).connect(out)
  for (const [i, resonance] of mouth.entries()) {
    voiced.connect(resonance)
    breathed.connect(resonance)
    resonance.connect(new GainNode(audio, { gain: [1, 0.7, 0.3][i]! })).connect(throat)
  }
  throat.connect(out)
  out.connect(audio.destination)

  let now = at
  const open = (gain: number, when: number, quickly = 0.012) => {
    voiced.gain.setTargetAtTime(gain * (1 - voice.breath), when, quickly)
    breathed.gain.setTargetAtTime(gain * voice.breath * 1.4, when, quickly)
  }
  for (const [i, { before, vowel }] of said.entries()) {
    const sound = consonants[before]
    if (sound) {
      if (sound.closed) {
        open(0, now, 0.006)
        now += sound.closed
      }
      if (sound.noise) {
        bursting.frequency.setValueAtTime(sound.noise * voice.mouth, now)
        burst.gain.setTargetAtTime(0.5, now, 0.003)
        burst.gain.setTargetAtTime(0, now + sound.seconds, 0.005)
      }
      if (sound.nasal) {
        mouth[0]!.frequency.setTargetAtTime(260, now, 0.01)
        open(0.6, now)
      }
      now += sound.seconds
    }
    if (!vowel) {
      now += voice.pace * 0.7
      continue
    }
    for (const [n, resonance] of mouth.entries())
      resonance.frequency.setTargetAtTime(formants[vowel][n]! * voice.mouth, now, i === 0 ? 0.001 : 0.014)
    open(1, now)
    // The u at the end of a word is hardly heard.
    const last = i === said.length - 1
    const length = i === (drawn + said.length) % said.length ? 2.4 : last && vowel === 'u' ? 0.6 : 1
    now += voice.pace * length
  }
  open(0, now, 0.02)
  const end = now + 0.12
  buzz.frequency.setValueAtTime(voice.pitch * from, at)
  buzz.frequency.linearRampToValueAtTime(voice.pitch * to, end)
  if (voice.quaver > 0) {
    const shakes = new OscillatorNode(audio, { frequency: 6.5 })
    shakes.connect(new GainNode(audio, { gain: voice.quaver })).connect(buzz.frequency)
    shakes.start(at)
    shakes.stop(end)
  }
  buzz.start(at)
  buzz.stop(end)
  breath.start(at)
  breath.stop(end)
  return end - at
}
