/**
 * A touch of the table hurries it on. Where it cut a moment short, it must not press what appears
 * beneath; otherwise it presses what was meant.
 */
export function hurry(table: EventTarget, skip: () => boolean, momentShown: () => boolean) {
  let swallow = false
  const press = () => {
    const shown = momentShown()
    swallow = skip() && shown
  }
  const click = (event: Event) => {
    if (swallow) event.stopPropagation()
    swallow = false
  }
  table.addEventListener('pointerdown', press, true)
  table.addEventListener('click', click, true)
  return () => {
    table.removeEventListener('pointerdown', press, true)
    table.removeEventListener('click', click, true)
  }
}
