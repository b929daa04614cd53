/** How seats are called. */

import type { Seat } from '../core/wire';
import { speech } from './speech.svelte';

/** Name a seat: its player, or its robot, or its place. */
export function nameOf(seats: Seat[], seat: number): string {
  const who = seats[seat];
  const t = speech.texts;
  if (who?.name) return who.name;
  if (who?.kind === 'bot') return `${t.botName} ${seat + 1}`;
  return `${t.end.player} ${seat + 1}`;
}
