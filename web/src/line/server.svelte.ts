// The one line of this page to its server, opened when first needed, and who I am there.

import { settings } from '../ui/settings.svelte'
import type { LineState } from './line'
import { Socket } from './socket'

export const hall: { state: LineState; forgotten: boolean } = $state({ state: 'opening', forgotten: false })

let socket: Socket | undefined

export function server(): Socket {
  if (socket) return socket
  const { protocol, host } = window.location
  const line = new Socket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`)
  line.onstate((state) => (hall.state = state))
  line.on((message) => {
    if (message.type === 'welcome') {
      if (message.name) settings.name = message.name
      else if (settings.name) line.send({ type: 'rename', to: settings.name })
    }
    if (message.type === 'forgotten') {
      settings.name = ''
      hall.forgotten = true
    }
  })
  addEventListener('online', () => line.hurry())
  addEventListener('offline', () => line.drop())
  // A device that slept may have lost its line without knowing.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') line.ask()
  })
  return (socket = line)
}
