/** The parameters of a path that fits a pattern such as "/join/:code", or null. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.replace(/(.)\/$/, '$1').split('/')
  if (wanted.length !== given.length) return null
  const found: Record<string, string> = {}
  for (const [i, part] of wanted.entries()) {
    const value = part.startsWith(':') ? decoded(given[i]!) : null
    if (value !== null) found[part.slice(1)] = value
    else if (part !== given[i]) return null
  }
  return found
}

/** What a part of an address says, or null where it says nothing. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
