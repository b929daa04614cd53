/** Clocks in figures. */

import type { Running } from '../core/wire';

/** Write what a seat's clock shows, so many milliseconds after the message came. */
export function left(clocks: Running | null, seat: number, since: number): string {
  const start = clocks?.left[seat];
  if (start === null || start === undefined) return '';
  const rest = clocks?.running.includes(seat) ? Math.max(0, start - since) : start;
  return written(rest);
}

/** Write a duration: 9.5, 1:05, 3 h, 2 d. */
export function written(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 172_800) return `${Math.floor(seconds / 86_400)} d`;
  if (seconds >= 7200) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
