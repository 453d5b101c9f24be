import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

/** PORT names another, where two suites run at once. */
const port = Number(process.env.PORT ?? 4173)
/** The server to play against; script/web says which. */
const tatami = process.env.TATAMI ?? '../build/tatami'
/** Some tests look into it (tests/chance.ts). */
const database = (process.env.TATAMI_DATABASE ??= join(mkdtempSync(join(tmpdir(), 'tatami-')), 'tatami.db'))

export default defineConfig({
  testDir: 'tests',
  workers: 1,
  reporter: 'list',
  webServer: {
    command: `${tatami} serve --address 127.0.0.1 --port ${port} --database ${database} --web dist --bot-pause 0 --messages 0 --tables 0 --quiet`,
    port,
  },
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    baseURL: `http://localhost:${port}`,
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } } },
  ],
})
