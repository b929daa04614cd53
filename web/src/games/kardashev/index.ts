/** Kardashev at the table. */

import type { Told, View } from '../../core/view';
import { speech } from '../../state/speech.svelte';
import { held } from '../held';
import type { Flight, GameModule } from '../module';
import Back from './Back.svelte';
import Board from './Board.svelte';
import Face from './Face.svelte';
import Says from './Says.svelte';
import type { KardashevTable } from './table';

const tableOf = (view: View) => view.table as KardashevTable;

function flight(told: Told): Flight[] {
  const seat = String(told['seat']);
  const card = typeof told['card'] === 'string' ? { card: told['card'] } : {};
  switch (told.event) {
    case 'drew':
      return [{ from: `deck-${seat}`, to: `seat-${seat}`, ...card }];
    case 'laid':
      return [{ from: `seat-${seat}`, to: 'quantum', ...card }];
    case 'entered':
      return [{ from: 'quantum', to: `play-${seat}`, ...card }];
    case 'riposted':
    case 'recycled':
      return [{ from: `seat-${seat}`, to: `deck-${seat}`, ...card }];
    default:
      return [];
  }
}

export const game: GameModule = {
  Board,
  Face,
  Back,
  Says,
  hand: (view) => held(tableOf(view).hand ?? []),
  covers: (_, move) => /^(guess|draft|leave|choose|hero|sacrifice) /.test(move),
  prompt: (view) => speech.texts.boards.kardashev.prompt[tableOf(view).phase] ?? null,
  seat: (view, seat) => {
    const table = tableOf(view);
    const t = speech.texts.boards.kardashev;
    const notes = [table.sheltered[seat] ? t.sheltered : '', table.truce[seat] ? t.truce : ''];
    return { count: table.hand_sizes[seat] ?? 0, notes: notes.filter(Boolean), alarm: false };
  },
  flight,
};
