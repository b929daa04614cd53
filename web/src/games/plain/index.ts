/** The table of a game without a board of its own: what is seen as a list, moves as buttons. */

import type { View } from '../../core/view';
import { held } from '../held';
import type { GameModule } from '../module';
import Back from './Back.svelte';
import Board from './Board.svelte';
import Face from './Face.svelte';

const field = (view: View, name: string) => (view.table as Record<string, unknown>)[name];

export const game: GameModule = {
  Board,
  Face,
  Back,
  hand: (view) => {
    const hand = field(view, 'hand');
    return Array.isArray(hand) ? held(hand.filter((id) => typeof id === 'string')) : [];
  },
  covers: () => false,
  prompt: () => null,
  seat: (view, seat) => {
    const sizes = field(view, 'sizes');
    const count = Array.isArray(sizes) && typeof sizes[seat] === 'number' ? sizes[seat] : null;
    return { count, notes: [], alarm: false };
  },
  flight: () => [],
};
