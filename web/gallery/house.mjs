// A server of its own and a browser, for scripts that take pictures; `look` gets both.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { chromium } from '@playwright/test'

export async function visit(look) {
  const folder = mkdtempSync(join(tmpdir(), 'tatami-'))
  const server = spawn(process.env.TATAMI ?? '../build/tatami', [
    ...['serve', '--quiet', '--address', '127.0.0.1', '--port', '0', '--web', 'dist'],
    ...['--database', join(folder, 'tatami.db')],
  ])
  const address = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(String(text).trim())))
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic'],
  })
  try {
    await look(browser, address)
  } finally {
    await browser.close()
    server.kill()
    rmSync(folder, { recursive: true })
  }
}
