// What is wrong with a recorded game, in the reader's language. The engine explains it in English,
// for developers; here only the kind of problem and the line matter.

import { t } from '../i18n/i18n.svelte'

/** An error whose message is meant for the reader. */
export class Told extends Error {}

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** `line`: the first one that the engine refuses or misses; none where it did not come to that. */
export function problemInWords(record: string, line?: number): string {
  if (record.trim() === '') return t('problem.empty')
  if (!line) return t('problem.failed')
  const lines = record.split('\n')
  if (line > 1 && isJson(lines[line - 1] ?? '')) return t('problem.rules', { line })
  // A file that was cut ends within a line, or after one.
  return line > 1 && line >= lines.length ? t('problem.cut') : t('problem.unreadable', { line })
}
