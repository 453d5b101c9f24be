// Screenshots of every state of the page, for people to look at: script/web --gallery.
//   node gallery.mjs FOLDER [state=TEXT] [size=390x844] [language=fr] [theme=night]

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const [folder = 'gallery', ...wishes] = process.argv.slice(2)
const wish = Object.fromEntries(wishes.map((each) => each.split('=', 2)))
const port = Number(process.env.PORT ?? 4180)
const base = `http://localhost:${port}`
const tatami = process.env.TATAMI ?? '../build/tatami'
const record = readFileSync('../tests/vectors/games/dojo-01.jsonl')
const five = readFileSync('../tests/vectors/games/dojo-02.jsonl')

const sizes = [
  [320, 568],
  [390, 844],
  [844, 390],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
]
const languages = ['en', 'fr']
const themes = ['paper', 'night']

const open = (path) => (page) => page.goto(base + path)
const replay =
  (game, ...keys) =>
  async (page) => {
    await page.goto(`${base}/replay`)
    await page.locator('input[type=file]').setInputFiles({ name: 'game.jsonl', mimeType: 'text/plain', buffer: game })
    await page.getByRole('region', { name: 'Table' }).waitFor()
    for (const key of keys) await page.keyboard.press(key)
  }
const count = (game, skip) => async (page) => {
  await replay(game, 'End')(page)
  if (skip) await page.locator('.counting header button').click()
  else await page.waitForTimeout(2000)
}
const press = (before, selector) => async (page) => {
  await before(page)
  await page.locator(selector).first().click()
}
/** By its button in the bar or, on a phone on its side, in the menu. */
const opened = (before, selector) => async (page) => {
  await before(page)
  const button = page.locator(`.bar ${selector}`)
  await page.locator('.bar .menu').waitFor()
  if (!(await button.isVisible())) await page.locator('.bar .menu').click()
  await page.locator(`:is(.bar, aside) ${selector}`).first().click()
}
const reviewed = async (page) => {
  await press(middle, '.bar button[aria-expanded]')(page)
  await page.locator('.mistakes button').first().waitFor({ timeout: 120_000 })
}
/** A decision about a card that was given, in either language. */
const gave = async (page) => {
  await reviewed(page)
  await page
    .locator('.mistakes button', { hasText: /: (give it|keep the card|la donner|vous la donner|garder la carte)/ })
    .first()
    .click()
}
const asked = async (page) => {
  await reviewed(page)
  await page.locator('.mistakes input[type=checkbox]').last().check()
  await page.locator('.mistakes button').first().click()
}
/** What was said so far: beside the table or, where there is no room, in a panel. */
const logged = async (page) => {
  await begun(page)
  await page.locator('.bar .menu').waitFor()
  if (await page.locator('details.log').isVisible()) return
  await opened(async () => {}, 'button.log')(page)
}
/** The help at a state of the gallery. */
const helped = (index) => async (page) => {
  await page.goto(`${base}/gallery/table#${index}`)
  await page.locator('.aid button').dispatchEvent('click')
  await page.locator('.help .worths').waitFor()
}
/** By a button, or by two taps where a card or a trophy goes. */
const answered = async (page) => {
  await open('/puzzle/2026-11-16')(page)
  const [spot, button] = [page.locator('.spot'), page.locator('.decision.mine .choices button')]
  await spot.or(button).first().waitFor()
  if (await spot.count()) await spot.first().click()
  await button.first().click()
}
const gathering = async (page) => {
  await page.goto(`${base}/open`)
  await page.locator('form button.main').click()
  await page.waitForURL(/\/t\//)
}

const middle = replay(record, ...Array(30).fill('ArrowRight'))
const begun = press(middle, '.bar button[title]')

/** Every state: its name and how to come there; a page that scrolls is shown whole. */
async function states(browser) {
  const page = await browser.newPage()
  await page.goto(`${base}/gallery/table`)
  const names = await page.locator('.aid option').allTextContents()
  await page.close()
  return [
    ...names.map((name, i) => [`table ${name}`, open(`/gallery/table#${i}`)]),
    ['home', open('/'), 'whole'],
    ['play', open('/play')],
    ['new game', opened(open('/play'), 'button[aria-expanded]:not([class])')],
    ['menu', press(open('/play'), '.bar .menu')],
    ['help', opened(open('/play'), '.help')],
    ...names.flatMap((name, i) => (/^(give|swap|train), 4$/.test(name) ? [[`help, ${name}`, helped(i)]] : [])),
    ['lesson', open('/learn')],
    ['open a table', open('/open'), 'whole'],
    ['gathering', gathering, 'whole'],
    ['join', open('/join'), 'whole'],
    ['rules', open('/rules/dojo'), 'whole'],
    ['settings', open('/settings'), 'whole'],
    ['score', open('/score'), 'whole'],
    ['count, being counted', count(record, false), 'whole'],
    ['count', count(record, true), 'whole'],
    ['count, 5', count(five, true), 'whole'],
    ['replays', open('/replay'), 'whole'],
    ['replay', middle],
    ['replay, more', press(middle, '.bar summary')],
    ['replay, together', press(press(middle, '.bar summary'), '.more button:last-of-type')],
    ['review', reviewed, 'whole'],
    ['review, a decision', press(reviewed, '.mistakes button'), 'whole'],
    ['review, a card given', gave, 'whole'],
    ['review, asked first', asked, 'whole'],
    ['what if', begun],
    ['log', logged],
    ['puzzle', open('/puzzle'), 'whole'],
    ['puzzle, answered', answered, 'whole'],
  ]
}

const database = join(mkdtempSync(join(tmpdir(), 'tatami-')), 'tatami.db')
const options = `serve --address 127.0.0.1 --port ${port} --database ${database} --web dist --bot-pause 0 --messages 0 --tables 0 --quiet`
const server = spawn(tatami, options.split(' '), { stdio: 'inherit' })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-quic'] })
mkdirSync(folder, { recursive: true })
const shots = []
try {
  for (let tries = 0; ; ++tries) {
    if (
      await fetch(base).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    if (tries > 100) throw new Error(`no server at ${base}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const wanted = (await states(browser)).filter(([name]) => !wish.state || name.includes(wish.state))
  for (const [width, height] of sizes) {
    const size = `${width}x${height}`
    if (wish.size && wish.size !== size) continue
    for (const language of languages) {
      if (wish.language && wish.language !== language) continue
      for (const theme of themes) {
        if (wish.theme && wish.theme !== theme) continue
        const touch = Math.min(width, height) < 600
        const context = await browser.newContext({
          viewport: { width, height },
          hasTouch: touch,
          isMobile: touch,
          reducedMotion: 'reduce',
          serviceWorkers: 'block',
        })
        const kept = JSON.stringify({ language, theme, sound: false })
        await context.addInitScript((text) => {
          if (!localStorage.getItem('tatami.settings')) localStorage.setItem('tatami.settings', text)
        }, kept)
        for (const [name, show, whole] of wanted) {
          const page = await context.newPage()
          // A link that is copied may be asked for by hand.
          page.on('dialog', (dialog) => void dialog.dismiss())
          const file = `${name} ${size} ${language} ${theme}.png`.replaceAll(/[ ,]+/g, '-')
          try {
            await show(page)
            // Moments pass; here they stay to be looked at.
            await page.addStyleTag({ content: '.moment { animation: none !important }' })
            await page.waitForTimeout(500)
            await page.screenshot({ path: join(folder, file), fullPage: whole !== undefined })
            shots.push({ name, size, language, theme, file })
          } catch (error) {
            console.error(`${file}: ${error.message.split('\n', 1)[0]}`)
            process.exitCode = 1
          }
          await page.close()
        }
        await context.close()
      }
    }
  }
} finally {
  await browser.close()
  server.kill()
}
const figure = ({ name, size, language, theme, file }) =>
  `<figure><a href="${file}"><img loading="lazy" src="${file}"></a><figcaption>${name}, ${size}, ${language}, ${theme}</figcaption></figure>`
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Tatami: gallery</title>
<style>body{display:flex;flex-wrap:wrap;gap:1rem;font:0.8rem sans-serif}figure{margin:0}img{height:16rem}</style>
${shots.map(figure).join('\n')}
`,
)
console.log(`${shots.length} screenshots in ${folder}`)
