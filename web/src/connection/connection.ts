import type { Command, Message } from '../protocol'

/**
 * `opening` before the first word; `lost` while nobody answers and the connection is dialled again, `closing`
 * if the server has said farewell. `outdated` if it speaks another version of the protocol: it is not
 * dialled again.
 */
export type ConnectionState = 'opening' | 'open' | 'lost' | 'closing' | 'outdated'

/** Where commands go and messages come from: a server, or a table in this very page. */
export interface Connection {
  send(command: Command): void
  /** Hears every message; answers how to stop. */
  on(hear: (message: Message) => void): () => void
  onstate(hear: (state: ConnectionState) => void): () => void
  close(): void
}

/** Listeners of one kind, and how to reach them all. */
export function listeners<T>() {
  const all = new Set<(value: T) => void>()
  return {
    add(hear: (value: T) => void) {
      all.add(hear)
      return () => void all.delete(hear)
    },
    tell(value: T) {
      for (const hear of [...all]) hear(value)
    },
  }
}
