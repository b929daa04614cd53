/** Where things are on the screen, and how a card travels between two of them. */

export type Spot = { x: number; y: number };

/** Find the middle of a place of the table. */
export function spot(place: string, root: ParentNode = document): Spot | null {
  const element = root.querySelector(`[data-place="${CSS.escape(place)}"]`);
  if (!element) return null;
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** How long a card travels, and how far behind the one before it starts. */
export const TRAVEL = 300;
export const GAP = 70;

/** Move an element from spot to spot; only transform and opacity change. */
export function travel(
  element: HTMLElement,
  from: Spot,
  to: Spot,
  delay: number,
  duration: number,
): Animation {
  const at = ({ x, y }: Spot, scale: number) =>
    `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  return element.animate(
    [
      { transform: at(from, 0.7), opacity: 0.2 },
      { opacity: 1, offset: 0.25 },
      { transform: at(to, 1), opacity: 1 },
    ],
    { duration, delay, easing: 'cubic-bezier(0.2, 0.8, 0.25, 1)', fill: 'both' },
  );
}
