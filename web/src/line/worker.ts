// A table of its own, with its rules and its bots, beside the page.

import { load } from '../../../bindings/wasm/tatami.mjs'
import wasm from '../../../build/wasm/tatami.wasm?url'
import type { Message } from '../protocol'
import type { FromWorker, ToWorker } from './offline'

const tatami = fetch(wasm)
  .then((answer) => answer.arrayBuffer())
  .then(load)
let timer: ReturnType<typeof setTimeout> | undefined

const post = (message: FromWorker) => postMessage(message)

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  const table = await tatami

  function tell(messages: Message[]) {
    post({ messages })
    clearTimeout(timer)
    const wake = table.wakesAt()
    if (wake !== null) timer = setTimeout(() => tell(table.tick(Date.now())), Math.max(0, wake - Date.now()))
  }

  if ('open' in data) tell(table.openTable(data.open, data.secrets, Date.now()))
  else if ('command' in data) tell(table.tell(data.command, Date.now()))
  else post({ record: table.record(), sidecar: table.sidecar() })
}
