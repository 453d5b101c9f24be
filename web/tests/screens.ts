// The screens on which Tatamokatsu must be playable, and what cannot be reached on one of them.

import type { Page } from '@playwright/test'

export const screens = [
  [320, 568],
  [360, 640],
  [375, 553],
  [390, 664],
  [390, 844],
  [844, 390],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const

/** What can be pressed and is not wholly on the screen, is too small, or lies under something else. */
export const unreachable = (page: Page, finger = 40) =>
  page.evaluate(async (finger) => {
    // The page hears of its new size before it draws the next frame.
    for (let frame = 0; frame < 2; ++frame) await new Promise(requestAnimationFrame)
    const all = [...document.querySelectorAll<HTMLElement>('.game :is(button:enabled, a[href], select, input)')].filter(
      (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert]'),
    )
    const wrong = all.flatMap((each) => {
      const { left, right, top, bottom, width, height } = each.getBoundingClientRect()
      const name = each.className + each.textContent.trim()
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return [`off: ${name}`]
      if (each.closest('.table') && !each.closest('.fingers') && Math.min(width, height) < 43.5)
        return [`${Math.round(width)}×${Math.round(height)}: ${name}`]
      if (each.closest('.fingers') && width < finger) return [`${Math.round(width)} wide: ${name}`]
      const covered = [
        [0.5, 0.5],
        [0.5, 0.15],
        [0.5, 0.85],
        [0.15, 0.5],
        [0.85, 0.5],
      ].flatMap(([x, y]) => {
        const there = document.elementFromPoint(left + x! * width, top + y! * height)
        // The button that asks for the phone's motion lies on a corner of the tray, which is one large button.
        const free = there && (each.contains(there) || there.contains(each) || there.closest('.motion'))
        return free ? [] : [there?.className]
      })
      return covered.length > 0 ? [`under ${covered.join()}: ${name}`] : []
    })
    const root = document.documentElement
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) wrong.push('scrolls')
    if ((visualViewport?.scale ?? 1) !== 1) wrong.push('zooms')
    return wrong
  }, finger)
