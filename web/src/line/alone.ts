import { lookAt } from '../dojo/scene'
import { Offline, type Diary } from './offline'
import { TableStore, type See } from './table.svelte'

interface Ways {
  /** How strong the house's masters are. */
  level: string
  /** My share of chance. */
  contribution: string
  keep?: (diary: Diary) => void
  see?: See
}

/** Sits down in this page with the masters of the house, or again where a diary ends. */
export function sitAlone(diary: Diary, { level, contribution, keep, see }: Ways) {
  const begun = diary.entries.length > 0
  const line = new Offline(diary, keep)
  const store = new TableStore(line, 'offline', lookAt, see)
  if (begun) {
    line.taken.then(() => store.skip(), () => {})
  } else {
    store.say({ type: 'sit', seat: 0, contribution })
    store.say({ type: 'seat_bot', level })
    store.say({ type: 'start' })
  }
  const leave = () => {
    store.leave()
    line.close()
  }
  return { line, store, leave }
}
