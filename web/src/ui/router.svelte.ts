// Paths of this site without reloading the page.

const here = () => {
  const { pathname: path, search, hash } = window.location
  return { path, search, hash }
}

export const location = $state(here())

function sync() {
  Object.assign(location, here())
}

export function go(href: string) {
  history.pushState(null, '', href)
  sync()
  scrollTo(0, 0)
  // Whoever cannot see the page is taken to it, too.
  document.querySelector('main')?.focus({ preventScroll: true })
}

/** Changes the address without a step in the history. */
export function rename(href: string) {
  history.replaceState(null, '', href)
  sync()
}

function follow(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element).closest('a')
  if (!link || link.target || link.origin !== window.location.origin || link.getAttribute('href')?.startsWith('#'))
    return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
}

addEventListener('popstate', sync)
addEventListener('click', follow)
