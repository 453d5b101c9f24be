import { expect, test } from 'vitest'
import { lettersIn, packed, sharedLink, unpacked } from './address'

const record = '{"game":"dojo","players":4}\n' + '{"seat":3,"give":0}\n'.repeat(150)

test('a game goes into an address and comes out of it', async () => {
  const game = { record, sidecar: null, names: ['Zoë', 'Kenta', 'Mei', 'Ren'], me: 0 }
  const link = await sharedLink(game, 45)
  expect(link).toMatch(/^\/replay#45~[\w-]+$/)
  expect(await unpacked(lettersIn(new URL(link, 'http://tatami').hash)!)).toEqual(game)
})

test('another course of a game brings the game that it left', async () => {
  const course = { record: `${record}{"seat":0,"give":1}\n`, sidecar: null, names: ['Aiko', 'Ren'], me: 1 }
  const origin = { of: '', link: '/replay?game=1', line: 45, seat: 1, names: ['Aiko', 'Ren'], points: 19 }
  const opened = (await unpacked(await packed({ ...course, origin: { ...origin, record } })))!
  expect(opened).toMatchObject({ ...course, origin: { line: 45, seat: 1, points: 19, record } })
  const before = await unpacked(lettersIn(new URL(opened.origin!.link, 'http://tatami').hash)!)
  expect(before).toMatchObject({ record, names: ['Aiko', 'Ren'], me: 1 })

  // A server has it: its page is enough, and nothing but such a page.
  const link = '/replay/abc?name=Aiko'
  expect((await unpacked(await packed({ ...course, origin: { ...origin, link } })))!.origin).toMatchObject({ link })
  for (const evil of ['javascript:alert(1)', '//elsewhere/replay/abc', '/replay/../t/abc'])
    expect(
      (await unpacked(await packed({ ...course, origin: { ...origin, link: evil } })))!.origin,
      evil,
    ).toBeUndefined()
})

test('what is no game gives none', async () => {
  for (const none of ['', 'abc', '____', 'A'.repeat(5000)]) expect(await unpacked(none), none).toBeNull()
  expect(await unpacked(await packed({ record: 7 as never, sidecar: null, names: [] }))).toBeNull()
  const bomb = await packed({ record: 'x'.repeat(5_000_000), sidecar: null, names: [] })
  expect(await unpacked(bomb)).toBeNull()
  expect(lettersIn('#12')).toBeNull()
  const odd = await packed({ record, sidecar: null, names: [7, 'x'.repeat(99)] as never })
  expect((await unpacked(odd))?.names).toEqual(['x'.repeat(24)])
})
