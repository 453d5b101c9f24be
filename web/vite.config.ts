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
      const later = Object.values(bundle)
        .filter((each) => each.type === 'chunk' && each.moduleIds.some((id) => id.includes('@dimforge/rapier')))
        .map(({ fileName }) => `/${fileName}`)
      const files = [
        '/',
        // Pictures of link previews are for other programs.
        ...[...Object.keys(bundle), ...readdirSync('public')]
          .filter((name) => name !== 'index.html' && !name.startsWith('preview-'))
          .map((name) => `/${name}`),
      ].filter((name) => !later.includes(name))
      const version = createHash('sha256')
        .update([...files, ...later].join())
        .update(readFileSync('index.html'))
        .digest('hex')
        .slice(0, 16)
      const source = readFileSync('src/sw.js', 'utf8')
        .replace('__FILES__', JSON.stringify(files))
        .replace('__LATER__', JSON.stringify(later))
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
