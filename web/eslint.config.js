import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig, globalIgnores } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default defineConfig(
  // src/protocol.ts is written by tatami protocol.
  globalIgnores(['dist/', 'test-results/', 'src/protocol.ts']),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  // Prettier decides what the code looks like.
  svelte.configs.prettier,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    // A leading underscore marks what only holds a place, as it does for TypeScript.
    rules: { '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }] },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // TypeScript itself knows which names exist.
    files: ['**/*.ts', '**/*.svelte'],
    rules: { 'no-undef': 'off' },
  },
  {
    // It does not see that the markup, or the next instance of a component, reads a value.
    files: ['**/*.svelte'],
    rules: { 'no-useless-assignment': 'off' },
  },
  {
    // Parts of them run in the page that they take pictures of.
    files: ['gallery.mjs', 'gallery/*.mjs'],
    languageOptions: { globals: { ...globals.node, document: 'readonly', localStorage: 'readonly' } },
  },
  {
    // The build writes the two constants.
    files: ['src/sw.js'],
    languageOptions: {
      globals: {
        ...globals.serviceworker,
        __FILES__: 'readonly',
        __LATER__: 'readonly',
        __VERSION__: 'readonly',
      },
    },
  },
)
