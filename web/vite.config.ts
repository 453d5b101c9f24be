import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The service worker, with everything the build made on its list. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = ['/', ...[...Object.keys(bundle).filter((name) => name !== 'index.html'), ...readdirSync('public')].map((name) => `/${name}`)]
      const version = createHash('sha256').update(files.join()).update(readFileSync('index.html')).digest('hex').slice(0, 16)
      const source = readFileSync('src/sw.js', 'utf8')
        .replace('__FILES__', JSON.stringify(files))
        .replace('__VERSION__', JSON.stringify(version))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: { target: 'es2023', cssTarget: ['chrome125', 'firefox125', 'safari17.5'], assetsInlineLimit: 0 },
  worker: { format: 'es' },
  // The WebAssembly module and its loader live beside web/; a server of its own answers the rest.
  server: {
    fs: { allow: ['..'] },
    proxy: { '/ws': { target: 'ws://localhost:8080', ws: true }, '/records': 'http://localhost:8080' },
  },
  test: { include: ['src/**/*.test.ts'] },
})
