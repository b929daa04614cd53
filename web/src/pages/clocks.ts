/** The clocks that a host may choose, as the wire writes them. */

import type { Clock } from '../core/wire';

const MINUTE = 60_000;

export const CLOCKS = {
  none: { kind: 'none' },
  move: { kind: 'move', time: MINUTE },
  player: { kind: 'player', time: 10 * MINUTE, increment: 10_000 },
  days: { kind: 'days', time: 3 * 24 * 60 * MINUTE },
} satisfies Record<string, Clock>;

export type ClockName = keyof typeof CLOCKS;
