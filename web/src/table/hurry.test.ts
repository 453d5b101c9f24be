import { expect, test } from 'vitest'
import { hurry } from './hurry'

/** Whether a tap reaches what is beneath. */
function tap(waiting: boolean, moment: boolean): boolean {
  const table = new EventTarget()
  hurry(
    table,
    () => waiting,
    () => moment,
  )
  table.dispatchEvent(new Event('pointerdown'))
  const click = new Event('click', { bubbles: true })
  let stopped = false
  click.stopPropagation = () => void (stopped = true)
  table.dispatchEvent(click)
  return !stopped
}

test('a tap is swallowed only where it cuts a moment short', () => {
  expect(tap(true, true)).toBe(false)
  expect(tap(true, false)).toBe(true)
  expect(tap(false, true)).toBe(true)
  expect(tap(false, false)).toBe(true)
})
