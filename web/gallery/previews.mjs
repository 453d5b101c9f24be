// Takes the pictures of link previews: `node gallery/previews.mjs` in web/, after script/build and
// script/web. They lie in public/, since the build takes them as they are.

import { visit } from './house.mjs'

await visit(async (browser, address) => {
  const page = await browser.newPage({ baseURL: address, viewport: { width: 1200, height: 630 }, colorScheme: 'light' })
  for (const kind of ['table', 'replay', 'puzzle']) {
    await page.goto(`/gallery/preview/${kind}`)
    await page.locator('.preview').waitFor()
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: `public/preview-${kind}.png` })
  }
})
