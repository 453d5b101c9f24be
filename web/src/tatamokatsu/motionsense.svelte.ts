// Where a phone tells how it moves only if it is asked to (iOS), and only from a press.

interface Asking {
  requestPermission?: () => Promise<'granted' | 'denied'>
}
const asking = () => (globalThis as { DeviceMotionEvent?: Asking }).DeviceMotionEvent

/** Until it has been asked, or it moves without being asked. A desk is not shaken. */
export const mustAsk = $state({
  motion: typeof asking()?.requestPermission === 'function' && matchMedia('(pointer: coarse)').matches,
})

export function motionAllowed() {
  mustAsk.motion = false
}
/** Denied or not, the question is not put again: a tap throws, too. */
export async function askForMotion() {
  await asking()
    ?.requestPermission?.()
    .catch(() => 'denied')
  mustAsk.motion = false
}
