// Kamon of the six disciples in a square of 100 around the origin. A piece is inked or cut out of
// what lies beneath; a mirrored piece appears on both sides.

export type Disciple = 'M' | 'F' | 'T' | 'C' | 'B' | 'R'
export const disciples: readonly Disciple[] = ['M', 'F', 'T', 'C', 'B', 'R']

interface Piece {
  tone: 'ink' | 'cut' | 'gold'
  d: string
  mirrored?: boolean
}

const disc = (x: number, y: number, r: number, ry = r) =>
  `M${x - r} ${y}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0z`

const ink = (d: string): Piece => ({ tone: 'ink', d })
const cut = (d: string): Piece => ({ tone: 'cut', d })
const gold = (d: string): Piece => ({ tone: 'gold', d })
const both = (piece: Piece): Piece => ({ ...piece, mirrored: true })

const monkey: Piece[] = [
  both(ink(disc(29, 3, 12))),
  both(cut(disc(29.5, 3, 6))),
  // The crown of hair ends in three tufts.
  ink('M-28 4C-29-20-18-30-9-31L-11-39Q-4-37-1-33Q2-40 11-40Q6-36 8-31C19-29 29-20 28 4C28 26 14 37 0 37S-28 26-28 4Z'),
  cut('M0-10C4-18 21-18 22-4C22 2 20 5 18 8C25 22 13 32 0 32S-25 22-18 8C-20 5-22 2-22-4C-21-18-4-18 0-10Z'),
  both(ink(disc(10, -4, 4.4))),
  both(ink('M2 10Q5 8 6 11Q4 14 2 10Z')),
  ink('M-13 18Q0 24 13 18Q11 28 0 28T-13 18Z'),
]

const fox: Piece[] = [
  ink(
    'M-26-34Q-17-28-11-18Q0-22 11-18Q17-28 26-34Q35-17 32-1Q34 6 40 11Q29 15 21 21Q12 39 0 41Q-12 39-21 21Q-29 15-40 11Q-34 6-32-1Q-35-17-26-34Z',
  ),
  both(cut('M25-25Q20-21 17-14Q23-11 28-6Q29-16 25-25Z')),
  both(cut('M33 10Q13 3 3 29Q8 33 16 20Q22 13 33 10Z')),
  both(cut('M6 4Q11-5 22-5Q18 5 6 4Z')),
]

const tigress: Piece[] = [
  both(ink(disc(25, -25, 11))),
  both(cut(disc(26, -26, 5))),
  ink(
    'M0-34C17-34 30-25 33-8L38-5L36 3L38 9L36 15L34 24L26 24C20 35 10 38 0 38S-20 35-26 24L-34 24L-36 15L-38 9L-36 3L-38-5L-33-8C-30-25-17-34 0-34Z',
  ),
  // The mark of the king, as every tiger wears it on the forehead.
  cut('M-11-29Q0-32 11-29L10-25Q0-28-10-25ZM-9-21Q0-24 9-21L8-17Q0-20-8-17ZM-2.2-29H2.2V-8H-2.2Z'),
  both(cut('M36-13Q25-15 19-11Q25-8 37-7ZM40-1Q28-3 22 2Q28 5 40 6ZM39 12Q28 9 22 14Q28 17 38 18Z')),
  both(cut('M4 3Q9-6 19-4Q16 5 4 3Z')),
  both(ink(disc(11, -0.5, 2.7))),
  cut('M0 10C7 10 17 14 16 23C15 31 6 34 0 29C-6 34-15 31-16 23C-17 14-7 10 0 10Z'),
  ink(
    'M-7 12Q0 9 7 12Q5 18 1.6 19.5V24Q6 28 10 24L11.5 26.5Q5 31.5 0 27.5Q-5 31.5-11.5 26.5L-10 24Q-6 28-1.6 24V19.5Q-5 18-7 12Z',
  ),
]

// One wing is a fan of feathers along the circle; the other mirrors it.
const at = (angle: number, r: number) => `${(r * Math.sin(angle)).toFixed(1)} ${(-r * Math.cos(angle)).toFixed(1)}`
const feather = (angle: number) =>
  `M${at(angle + 0.6, 20)}Q${at(angle + 0.08, 27)} ${at(angle, 41.5)}Q${at(angle + 0.48, 41.5)} ${at(angle + 0.72, 20)}Z`
const wing =
  Array.from({ length: 7 }, (_, i) => feather(0.1 + i * 0.37)).join('') +
  `M${at(1.4, 22)}A22 22 0 0 1 ${at(3, 25)}V14Q${at(2.1, 18)} ${at(1.4, 22)}Z`

const crane: Piece[] = [
  both(ink(wing)),
  ink(
    'M-8 41Q-15 24-5 13Q4 4 3-5Q2-10-3-10Q-5-10-7-8L-18-11L-8-16Q-5-20 1-20C9-20 13-13 12-5C11 5 7 9 8 16Q14 27 8 41L3.5 35L0 42L-3.5 35Z',
  ),
  cut(disc(1, -13.5, 2.6)),
]

const bear: Piece[] = [
  both(ink(disc(19, -29, 9.5))),
  both(cut(disc(19.5, -29.5, 4))),
  ink(
    'M0-37C17-37 27-26 27-13C27-5 24 1 20 5C31 9 36 16 38 18A42 42 0 0 1-38 18C-36 16-31 9-20 5C-24 1-27-5-27-13C-27-26-17-37 0-37Z',
  ),
  cut('M-25 14Q0 39 25 14Q18 36 0 36T-25 14Z'),
  both(cut(disc(11, -17, 3.2))),
  cut(disc(0, -3, 13, 9.5)),
  ink('M-8-8Q0-11 8-8Q6-1 2-0.5V2H-2V-0.5Q-6-1-8-8Z'),
]

const raccoon: Piece[] = [
  both(ink('M12-24Q17-33 26-34Q34-23 33-8Z')),
  both(cut('M20-25Q22-28 25-28Q28-23 28-17Z')),
  ink(
    'M0-29C20-29 32-18 34-2L41 9L34 11L36 19L26 20C18 33 8 38 0 38S-18 33-26 20L-36 19L-34 11L-41 9L-34-2C-32-18-20-29 0-29Z',
  ),
  both(cut('M5-9Q14-24 30-13L31-9Q17-16 6-1Z')),
  cut('M0 3C6 8 18 18 26 16C20 28 10 34 0 34S-20 28-26 16C-18 18-6 8 0 3Z'),
  ink('M-8 19Q0 15 8 19Q6 26 0 27Q-6 26-8 19Z'),
  // One eye watches sideways, the other is nearly shut.
  gold('M7 3Q14-8 26 1Q18 10 7 3Z'),
  ink(disc(20, 1, 3)),
  gold('M-25 1Q-16-4-7 4Q-16 3-25 1Z'),
]

export const crests: Record<Disciple, Piece[]> = {
  M: monkey,
  F: fox,
  T: tigress,
  C: crane,
  B: bear,
  R: raccoon,
}
