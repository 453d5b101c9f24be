// What every sentence of the page must keep to, in both languages.

import { describe, expect, test, vi } from 'vitest'
import en from './en'
import fr from './fr'

vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('localStorage', { getItem: () => null })
const { settings } = await import('../ui/settings.svelte')
const { count, form, t } = await import('./i18n.svelte')

type Key = keyof typeof en
const keys = Object.keys(en) as Key[]
const texts = { en, fr }
const languages = ['en', 'fr'] as const

/** Keys whose text matches, so that a failure names them all. */
const where = (language: 'en' | 'fr', wrong: RegExp, except: Key[] = []) =>
  keys.filter((key) => wrong.test(texts[language][key]) && !except.includes(key))

/** A hole that somebody's name, or a list of names, goes into. */
const named = '\\{(?:name|names|dealer|challenger|winner|by)\\}'

describe('words', () => {
  // The publisher's word for a round is "tour"; a "manche" is one throw of rock, paper, scissors.
  const manche: Key[] = ['table.throw', 'open.variant.black-belt.line', 'coach.challenge.throws', 'coach.throw']
  const master: Key[] = ['trophy.master']
  /** Whole words; \b knows no accents. */
  const word = (...words: string[]) => new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'iu')
  const forbidden = {
    en: [
      [word('he', 'him', 'his', 'himself', 'she', 'her', 'hers', 'herself'), []],
      [word('haï', 'banzaï'), []],
      // A line is a line of a file; a connection is a connection.
      [word('lines?'), ['problem.rules', 'problem.unreadable']],
      [word('masters?'), master],
      [word('plaques?', 'chairs?', 'whoever'), []],
    ],
    fr: [
      [word('manches?'), manche],
      [word('maîtres?'), master],
      [word('plaques?', 'auriculaires?', 'claquettes?', 'fautes?'), []],
      [word('saisi(?:r|s|t|es?|ssez|ssent)'), []],
      [word('assise?s?', 'éliminée?s?', 'absente?s?', 'le plus vif', 'vous a défié'), []],
      // "Qui ne salue pas perd…": say "si vous…" instead.
      [/(?:^|[.;:!?] )qui (?!reçoit)\p{L}[^?]*(?:[.;]|$)/iu, []],
    ],
  } satisfies Record<string, [RegExp, Key[]][]>

  for (const language of languages)
    for (const [wrong, except] of forbidden[language])
      test(`${language}: ${wrong.source}`, () => {
        // What stands in a hole is no word of the sentence.
        const plain = (key: Key) => texts[language][key].replace(/\{\w+\}/g, '')
        expect(keys.filter((key) => wrong.test(plain(key)) && !(except as Key[]).includes(key))).toEqual([])
      })

  test('a French “ligne” is a row, or “hors ligne”', () => {
    const rows: RegExp = /\blignes?\b/i
    const suspicious = keys.filter(
      (key) => rows.test(fr[key].replace(/hors ligne/gi, '')) && !/\b(?:rows?|lines?)\b/i.test(en[key]),
    )
    expect(suspicious).toEqual([])
  })
})

describe('names', () => {
  test('no name follows "de" or "d’", which would have to change before a vowel', () => {
    expect(where('fr', new RegExp(`\\b(?:de|d’|que|qu’|le|la) ?${named}`, 'i'))).toEqual([])
  })

  // The third person is never the reader: attacks and defences of one's own have their own sentences.
  const neverMe: Key[] = [
    'learn.defended',
    'learn.beaten',
    'learn.others',
    'say.duel',
    'say.duel.defend',
    'scene.duel',
    'scene.defend',
  ]
  for (const language of languages)
    test(`${language}: a name before a verb has its own sentence for "you"`, () => {
      // "{name} wins", but not "{name}: …", "Waiting for {names} to …" or "Défier {dealer} pour …".
      const verb = new RegExp(`${named} (?![(:;·!?]|to |for |pour |et \\{)\\p{L}`, 'u')
      const alone = where(language, verb, neverMe).filter(
        (key) => !key.endsWith('.me') && !keys.includes(`${key}.me` as Key),
      )
      expect(alone).toEqual([])
    })

  test('a sentence for "you" names nobody in the third person', () => {
    const mine = keys.filter((key) => key.endsWith('.me') && key !== 'player.me')
    for (const language of languages)
      expect(
        mine.filter((key) => /\{(?:name|by)\}/.test(texts[language][key])),
        language,
      ).toEqual([])
  })

  test('with a name and without one', () => {
    const told = (language: 'en' | 'fr', key: Key, name: string) => {
      settings.language = language
      return t(key, { name, names: name, dealer: name })
    }
    expect(told('fr', 'table.dojoOf', 'Aiko')).toBe('Dojo\u00a0: Aiko')
    expect(told('fr', 'table.wait.give', 'Aiko')).toBe('On attend Aiko\u00a0: donner une carte')
    expect(told('fr', 'finish.claim', 'Aiko')).toBe('Aiko a réagi en premier')
    expect(told('fr', 'finish.claim.me', '')).toBe('Vous avez réagi en premier')
    expect(told('en', 'learn.recruit', 'Aiko')).toMatch(/^Aiko deals/)
    expect(told('en', 'learn.recruit.me', '')).toMatch(/^You deal/)
    // Beside a name, or beside "You".
    expect([told('en', 'finish.none', ''), told('fr', 'finish.none', '')]).toEqual(['no reaction', 'aucune réaction'])
  })
})

describe('counts', () => {
  test('none, one and two', () => {
    const said = (language: 'en' | 'fr') => {
      settings.language = language
      return [0, 1, 2].map((n) =>
        [count('points', n), count('cards', n), t(`fingers.left.${form(n)}`, { n })].join(', '),
      )
    }
    expect(said('en')).toEqual([
      '0 points, 0 cards, 0 fingers left',
      '1 point, 1 card, 1 finger left',
      '2 points, 2 cards, 2 fingers left',
    ])
    expect(said('fr')).toEqual([
      '0 point, 0 carte, 0 doigt restant',
      '1 point, 1 carte, 1 doigt restant',
      '2 points, 2 cartes, 2 doigts restants',
    ])
  })

  for (const language of languages)
    test(`${language}: a number before a noun has a form for one and for several`, () => {
      // Units and "1 of 3" do not change; a table has at least two players.
      const noun = /\{(?:n|all|seated|won|held|more)\} (?!of |sur |ms|d$|j$|more|de plus|\{|%|[(.:])\p{L}/u
      expect(where(language, noun, ['play.players']).filter((key) => !/\.(?:one|other)$/.test(key))).toEqual([])
    })

  test('every form for one has one for several', () => {
    const one = keys.filter((key) => key.endsWith('.one'))
    expect(one.filter((key) => !keys.includes(key.replace(/one$/, 'other') as Key))).toEqual([])
    expect(keys.filter((key) => key.endsWith('.other')).length).toBe(one.length)
  })
})

describe('typography', () => {
  test('English has no space before a sign', () => {
    expect(where('en', /\s[%…:;!?]/)).toEqual([])
    expect(where('en', /[«»]/)).toEqual([])
  })
  test('French has one before a high sign and a percentage, none before an ellipsis', () => {
    expect(where('fr', /[^\s][%:;!?»]/)).toEqual([])
    expect(where('fr', /\s…|«\S/)).toEqual([])
  })
  test('French spaces do not break', () => {
    settings.language = 'fr'
    expect(keys.filter((key) => / [%:;!?»]|« /.test(t(key)))).toEqual([])
  })
  test('signs are the typographer’s', () => {
    for (const language of languages) expect(where(language, /\.\.\.|'|"|--/), language).toEqual([])
  })
  test('no component writes a sign after a translated text itself', async () => {
    const sources = import.meta.glob('../**/*.svelte', { query: '?raw', import: 'default', eager: true })
    const bad = Object.entries(sources as Record<string, string>).flatMap(([file, source]) =>
      /\bt\([^\n]*\)\}\s?[:%…!?]|\}\s%</.test(source.replace(/<style>.*/s, '')) ? [file] : [],
    )
    expect(bad).toEqual([])
  })
})
