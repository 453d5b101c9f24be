/** How long roll-offs are looked at, in ms. */
export const looked = (rolloffs: readonly unknown[]) => (rolloffs.length === 0 ? 0 : 900 + 800 * rolloffs.length)
