import { t } from '../i18n/i18n.svelte'

/**
 * Copies a text; whether that worked. A page over plain HTTP from elsewhere than this machine has no
 * clipboard, and a browser may refuse it.
 */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The same where no field shows the text: then it is shown, to be copied by hand. */
export async function copyOrShow(text: string): Promise<boolean> {
  if (await copy(text)) return true
  prompt(t('link.copyIt'), text)
  return false
}
