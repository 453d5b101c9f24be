// Judges a game beside the page, and says how far it is.

import { load } from '../../../bindings/wasm/tatami.mjs'
import wasm from '../../../build/wasm/tatami.wasm?url'
import { iterations, type FromAnalyst } from './analysis'

const post = (message: FromAnalyst) => postMessage(message)

onmessage = ({ data }: MessageEvent<string>) =>
  void judge(data).catch((error: Error) => post({ problem: error.message }))

async function judge(record: string) {
  const tatami = await load(await (await fetch(wasm)).arrayBuffer())
  const steps = tatami.analyse(record, iterations)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return post('problem' in step.value ? step.value : { review: step.value })
    post(step.value)
  }
}
