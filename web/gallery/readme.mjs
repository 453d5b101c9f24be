// Takes the two pictures of README.md: `node gallery/readme.mjs` in web/, after script/build and
// script/web. A position of a recorded game, and a roll of a new one.

import { visit } from './house.mjs'

await visit(async (browser, address) => {
  const page = await browser.newPage({ baseURL: address, viewport: { width: 1120, height: 780 }, locale: 'en' })
  const table = page.getByRole('region', { name: 'Table' })

  await page.goto('/replay')
  await page.getByLabel(/^A recorded game/).setInputFiles('../tests/vectors/games/dojo-01.jsonl')
  await table.waitFor()
  await page.getByRole('slider').fill('157')
  await page.waitForTimeout(1500)
  await table.screenshot({ path: '../docs/pictures/dojo.png' })

  await page.addInitScript({
    content: `localStorage.setItem('tatami.settings', '{"guided":true,"pace":"quick"}')`,
  })
  await page.goto('/play/tatamokatsu')
  await page
    .getByText(/no reaction|\d ms/)
    .first()
    .waitFor({ timeout: 60_000 })
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '../docs/pictures/tatamokatsu.png', clip: { x: 0, y: 40, width: 1120, height: 740 } })
})
