// A table of its own, with its rules and its bots, beside the page.

import { load } from '../../../bindings/wasm/tatami.mjs'
import wasm from '../../../build/wasm/tatami.wasm?url'
import type { Message } from '../protocol'
import type { Entry, FromWorker, ToWorker } from './offline'

const tatami = fetch(wasm)
  .then((answer) => answer.arrayBuffer())
  .then(load)
let timer: ReturnType<typeof setTimeout> | undefined
/** A game taken up again goes on at the time when it was left. */
let away = 0
/** When the clock was stopped. */
let held: number | null = null
const now = () => held ?? Date.now() - away

const post = (message: FromWorker) => postMessage(message)

onmessage = ({ data }: MessageEvent<ToWorker>) =>
  void answer(data).catch((error: Error) => post({ problem: error.message }))

async function answer(data: ToWorker) {
  const table = await tatami

  const accepted = (answer: Message[] | { problem: string }): Message[] => {
    if ('problem' in answer) throw new Error(answer.problem)
    return answer
  }
  const happen = ({ command, hand, at }: Entry): Message[] =>
    accepted(command ? table.tell(command, at, hand) : table.tick(at))
  function write(entry: Entry) {
    post({ messages: happen(entry), entry })
    mindTheTime()
  }
  function mindTheTime() {
    clearTimeout(timer)
    const wake = table.wakesAt()
    if (wake !== null && held === null) timer = setTimeout(() => write({ at: now() }), Math.max(0, wake - now()))
  }

  if ('diary' in data) {
    const { settings, secrets, opened, entries, soFar } = data.diary
    const messages = accepted(table.openTable(settings, secrets, opened, soFar)).concat(entries.flatMap(happen))
    if (entries.length > 0 && !messages.some(({ type }) => type === 'position'))
      throw new Error('this game never began')
    post({ messages })
    away = Date.now() - (entries.at(-1)?.at ?? opened)
    mindTheTime()
  } else if ('hold' in data) {
    if (data.hold === (held !== null)) return
    if (held === null) held = now()
    else {
      away = Date.now() - held
      held = null
    }
    mindTheTime()
  } else if ('command' in data) {
    write({ command: data.command, hand: data.hand, at: now() })
  } else if (data.ask === 'end') {
    // Nobody's patience lasts: time passes in leaps.
    const messages: Message[] = []
    const over = () => messages.some((message) => message.type === 'table' && message.stage === 'over')
    for (let wake = table.wakesAt(); wake !== null && !over(); wake = table.wakesAt())
      messages.push(...table.tick(wake))
    clearTimeout(timer)
    post({ messages })
  } else {
    post({ record: table.record(), sidecar: table.sidecar() })
  }
}
