import type { Command, Hand, Seat } from '../protocol'
import { randomHex } from './chance'
import { Offline, type Diary } from './offline'
import { TableStore, type Pace, type See } from './table.svelte'

export interface Ways {
  /** Of those who play here, in the order of their seats; none is named in Dojo. */
  hands?: (Hand | undefined)[]
  /** Where the first of them sits. */
  seat?: Seat
  /** How strong the house players are. */
  level: string
  /** My share of chance. */
  contribution?: string
  keep?: (diary: Diary) => void
  pace?: Pace
  see?: See
}

/** Sits down in this page with house players, or again where a diary ends. */
export function sitDown(
  diary: Diary,
  { hands = [undefined], seat: first = 0, level, contribution, keep, pace, see }: Ways,
) {
  const begun = diary.entries.length > 0
  const connection = new Offline(diary, keep)
  const store = new TableStore(connection, 'offline', pace, see)
  /** All but the first name their hand. */
  const send = (command: Command, seat: Seat) => connection.send(command, seat === 0 ? undefined : seat)
  if (begun) {
    connection.taken.then(
      () => store.skip(),
      () => {},
    )
  } else {
    for (const [seat, hand] of hands.entries())
      send(
        {
          type: 'sit',
          table: 'offline',
          seat: first + seat,
          contribution: contribution ?? randomHex(16),
          ...(hand ? { hand } : {}),
        },
        seat,
      )
    if (hands.length < diary.settings.header.players) send({ type: 'seat_bot', table: 'offline', level }, 0)
    send({ type: 'start', table: 'offline' }, 0)
  }
  const leave = () => {
    store.leave()
    connection.close()
  }
  return { connection, store, send, leave }
}
