// At which tables this phone is a controller, and the dice are on a big screen: by the codes of their rooms,
// which a rematch keeps.

const key = 'tatami.controllers'
const roomsKept = 20

function kept(): string[] {
  try {
    const codes: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(codes) ? (codes as string[]) : []
  } catch {
    return []
  }
}

let codes = $state.raw(kept())

export const isController = (code: string) => codes.includes(code)

export function keepController(code: string, on: boolean) {
  const others = codes.filter((each) => each !== code)
  codes = on ? [...others, code].slice(-roomsKept) : others
  localStorage.setItem(key, JSON.stringify(codes))
}
