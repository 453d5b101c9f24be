import type { Attachment } from 'svelte/attachments'
import type { Move } from '../protocol'

const threshold = 6

/** Lets a piece be dragged onto whatever carries data-spot; a mere tap stays a tap. */
export function draggable(drop: (action: Move) => void): Attachment<HTMLElement> {
  return (piece) => {
    let start: { x: number; y: number } | undefined
    let over: HTMLElement | undefined

    function look(target: HTMLElement | undefined) {
      over?.classList.remove('under')
      over = target
      over?.classList.add('under')
    }
    function down(event: PointerEvent) {
      if (event.button !== 0) return
      start = { x: event.clientX, y: event.clientY }
      piece.setPointerCapture(event.pointerId)
    }
    function move(event: PointerEvent) {
      if (!start) return
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
      if (!piece.classList.contains('dragged') && Math.hypot(dx, dy) < threshold) return
      piece.classList.add('dragged')
      piece.style.translate = `${dx}px ${dy}px`
      look(
        document
          .elementsFromPoint(event.clientX, event.clientY)
          .map((element) => element.closest<HTMLElement>('[data-spot]'))
          .find((spot) => spot !== null) ?? undefined,
      )
    }
    function up(event: PointerEvent) {
      const target = event.type === 'pointerup' && start ? over : undefined
      start = undefined
      look(undefined)
      piece.classList.remove('dragged')
      piece.style.translate = ''
      if (target?.dataset.spot) drop(JSON.parse(target.dataset.spot) as Move)
    }

    const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up }
    for (const [type, listener] of Object.entries(listeners)) piece.addEventListener(type, listener as EventListener)
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        piece.removeEventListener(type, listener as EventListener)
    }
  }
}
