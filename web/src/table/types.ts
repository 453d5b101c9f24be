import type { Snippet } from 'svelte'

/** What a page puts around the table of a game. */
export interface Around {
  /** Beside the bar's own buttons, or in the menu, which closes when something is `done`. */
  tools?: Snippet<[done: () => void]>
  /** Between bar and table. */
  above?: Snippet
  /** What to do when it is over. */
  after?: Snippet
}
