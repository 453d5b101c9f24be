import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// What the server sends too: nothing from elsewhere, no inline script, no eval.
const contentSecurityPolicy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
  "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2023', cssTarget: ['chrome125', 'firefox125', 'safari17.5'], assetsInlineLimit: 0 },
  // The WebAssembly module and its loader live beside web/.
  server: { fs: { allow: ['..'] } },
  preview: { headers: { 'Content-Security-Policy': contentSecurityPolicy } },
  test: { include: ['src/**/*.test.ts'] },
})
