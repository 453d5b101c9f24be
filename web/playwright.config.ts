import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

/** Each worker has a server of its own. */
const workers = Number(process.env.WORKERS ?? 1)
const first = Number(process.env.PORT ?? 4173)
/** The server to play against; script/web says which. */
const tatami = process.env.TATAMI ?? '../build/tatami'
const folder = (process.env.TATAMI_DATABASES ??= mkdtempSync(join(tmpdir(), 'tatami-')))
const database = (worker: number) => join(folder, `${worker}.db`)

const me = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
/** Some tests look into it (tests/chance.ts). */
process.env.TATAMI_DATABASE = database(me)

const sizes = [
  { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
  { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } } },
]
/** Tests that measure time, and want the machine for themselves. */
const quiet = /@quiet/

export default defineConfig({
  testDir: 'tests',
  workers,
  fullyParallel: true,
  // A busy machine is slow, not wrong.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  webServer: Array.from({ length: workers }, (_, worker) => ({
    command: `${tatami} serve --address 127.0.0.1 --port ${first + worker} --database ${database(worker)} --web dist --bot-pause 0 --messages 0 --tables 0 --quiet`,
    port: first + worker,
  })),
  use: {
    // What it keeps for a life without a network costs every new context a moment; tests of that allow it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    baseURL: `http://localhost:${first + me}`,
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
    ...sizes.map(({ name, use }) => ({ name, use, grepInvert: quiet })),
    // Afterwards, one by one.
    ...sizes.map(({ name, use }) => ({
      name: `${name}, quiet`,
      use,
      grep: quiet,
      workers: 1,
      dependencies: sizes.map((size) => size.name),
    })),
  ],
})
