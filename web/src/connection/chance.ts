// Random bytes as hexadecimal digits: contributions to chance, seeds of a table in this page.

export const randomHex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
