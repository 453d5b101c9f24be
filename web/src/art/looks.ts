// Hands are people's: chosen once, recognised across the room.

export const skins = {
  light: '#f2dcc0',
  rose: '#eec3ae',
  sand: '#dcb48a',
  olive: '#b98a5e',
  brown: '#8a5a3a',
  dark: '#5f3f2e',
}
export const sleeves = { ink: '#24211d', vermilion: '#b83a24', rushes: '#5d7a43', indigo: '#34548a', gold: '#a8802c' }
export const marks = ['plain', 'ring', 'tattoo', 'glove', 'paw'] as const

export interface Look {
  skin: keyof typeof skins
  sleeve: keyof typeof sleeves
  mark: (typeof marks)[number]
}
export const skinNames = Object.keys(skins) as Look['skin'][]
export const sleeveNames = Object.keys(sleeves) as Look['sleeve'][]

/** What covers the hand. */
export function coverOf({ skin, sleeve, mark }: Look): string {
  if (mark === 'glove') return `color-mix(in oklab, ${sleeves[sleeve]}, #fff 45%)`
  return mark === 'paw' ? '#b07a4a' : skins[skin]
}

/** Of whoever has told this device nothing of theirs: by their name, the same everywhere. */
export function lookOf(name: string): Look {
  let sum = 7
  for (const letter of name) sum = (Math.imul(sum, 31) + letter.codePointAt(0)!) >>> 0
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d) >>> 0
  sum = (sum ^ (sum >>> 13)) >>> 0
  const pick = <T>(from: readonly T[], part: number) => from[Math.floor(sum / part) % from.length]!
  return { skin: pick(skinNames, 1), sleeve: pick(sleeveNames, 7), mark: pick(marks, 41) }
}
