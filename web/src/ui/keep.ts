/** What simulates the dice has been used once: from now on it is kept for play without a network. */
export function keepPhysics() {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('keep'))
}
