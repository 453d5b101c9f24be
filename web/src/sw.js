// Keeps the hall on the device, so that it opens and plays without a network. The build writes the
// lists of files and their version where these names stand.
const files = __FILES__
// Heavy, and not for everybody: kept once they have been used.
const later = __LATER__
const hall = `tatami-${__VERSION__}`

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(hall)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== hall).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(caches.open(hall).then((cache) => cache.addAll(later)))
})

async function fromNetwork(request, otherwise) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(otherwise)) ?? Response.error()
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/records/')) return
  if (request.mode === 'navigate') event.respondWith(fromNetwork(request, '/'))
  // A name under assets/ never changes what it means.
  else if (pathname.startsWith('/assets/'))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
  else event.respondWith(fromNetwork(request, request))
})
