// Every test: no word on the console, nothing asked of any other host.

import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'

export { expect }

/** What a page complains about, from now on. */
export function complaints(page: Page, baseURL: string): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    const isOurs = !message.text().startsWith('Service Worker registration blocked')
    if (['error', 'warning'].includes(message.type()) && isOurs) heard.push(message.text())
  })
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'blob:' && origin !== baseURL) heard.push(`asked for ${request.url()}`)
  })
  return heard
}

export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page, baseURL, browser, context }, use) => {
      const heard = complaints(page, baseURL!)
      await use()
      // Whoever else a test invited would play on beside the tests after it.
      for (const other of browser.contexts()) if (other !== context) await other.close()
      expect(heard).toEqual([])
    },
    { auto: true },
  ],
})

export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page) {
  // A phone's window grows with what is too wide for it; its root element does not.
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(wide, 'scrolls sideways').toBe(false)
}
