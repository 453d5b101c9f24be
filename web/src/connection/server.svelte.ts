// The one connection of this page to its server, opened when first needed, and who I am there.

import { settings } from '../ui/settings.svelte'
import type { ConnectionState } from './connection'
import { page } from './outdated.svelte'
import { Socket } from './socket'

export const hall: { state: ConnectionState; forgotten: boolean } = $state({ state: 'opening', forgotten: false })

let socket: Socket | undefined

export function server(): Socket {
  if (socket) return socket
  const { protocol, host } = window.location
  const connection = new Socket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`)
  connection.onstate((state) => {
    hall.state = state
    if (state === 'outdated') outdated()
  })
  connection.on((message) => {
    if (message.type === 'welcome') {
      if (message.name) settings.name = message.name
      else if (settings.name) connection.send({ type: 'rename', to: settings.name })
    }
    if (message.type === 'forgotten') {
      settings.name = ''
      hall.forgotten = true
    }
  })
  addEventListener('online', () => connection.hurry())
  addEventListener('offline', () => connection.drop())
  // A device that slept may have lost its connection without knowing.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connection.ask()
  })
  return (socket = connection)
}

/** Long enough to read why. */
const reloadsAfter = 2000

/** The reload brings the server's own page. If it brings this one again, there is no other. */
function outdated() {
  page.outdated = true
  const key = 'tatami.outdated'
  if (sessionStorage.getItem(key) === import.meta.url) return
  sessionStorage.setItem(key, import.meta.url)
  setTimeout(() => window.location.reload(), reloadsAfter)
}
