/** Dragging a card up to the table: a tap stays a tap, a sideways swipe still scrolls. */

import type { Attachment } from 'svelte/attachments';

const START = 8;
const FAR = 80;

/** Let an element be dragged; `ondrop` is called when it is let go far enough from the hand. */
export function draggable(enabled: boolean, ondrop: () => void): Attachment<HTMLElement> {
  return (element) => {
    if (!enabled) return;
    let from: { x: number; y: number } | null = null;
    let dragging = false;

    const down = (event: PointerEvent) => {
      if (event.button) return;
      from = { x: event.clientX, y: event.clientY };
    };
    const move = (event: PointerEvent) => {
      if (!from) return;
      const x = event.clientX - from.x;
      const y = event.clientY - from.y;
      if (!dragging && Math.hypot(x, y) > START && Math.abs(y) > Math.abs(x)) {
        dragging = true;
        element.setPointerCapture(event.pointerId);
        element.toggleAttribute('data-dragged', true);
      }
      if (dragging) element.style.transform = `translate(${x}px, ${y}px) rotate(${x / 30}deg)`;
    };
    const up = (event: PointerEvent) => {
      const dropped = dragging && from !== null && from.y - event.clientY > FAR;
      stop();
      if (dropped) ondrop();
    };
    const stop = () => {
      if (dragging) element.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 0);
      from = null;
      dragging = false;
      element.style.transform = '';
      element.removeAttribute('data-dragged');
    };
    const swallow = (event: Event) => {
      event.stopPropagation();
      event.preventDefault();
    };

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', stop);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', stop);
    };
  };
}
