/** Duckomenta Art at the table. */

import type { Told, View } from '../../core/view';
import { speech } from '../../state/speech.svelte';
import { held } from '../held';
import type { Flight, GameModule } from '../module';
import Back from './Back.svelte';
import Board from './Board.svelte';
import Face from './Face.svelte';
import Points from './Points.svelte';
import type { DuckTable } from './table';

const tableOf = (view: View) => view.table as DuckTable;
const LAID = new Set(['played', 'second', 'hid', 'added', 'revealed']);

function flight(told: Told): Flight[] {
  const seat = String(told['seat']);
  const card = typeof told['card'] === 'string' ? { card: told['card'] } : {};
  if (told.event === 'hid') return [{ from: `seat-${seat}`, to: `front-${seat}` }];
  if (LAID.has(told.event)) return [{ from: `seat-${seat}`, to: `front-${seat}`, ...card }];
  if (told.event === 'drew') return [{ from: 'deck', to: `seat-${seat}`, ...card }];
  return [];
}

export const game: GameModule = {
  Board,
  Face,
  Back,
  Scores: Points,
  hand: (view) => held(tableOf(view).hand),
  covers: (_, move) => move.startsWith('bonus '),
  prompt: (view) => speech.texts.boards.duckomenta.prompt[tableOf(view).phase] ?? null,
  seat: (view, seat) => {
    const table = tableOf(view);
    const t = speech.texts;
    const notes = [t.table.score(table.totals[seat] ?? 0)];
    if (table.picked.includes(seat)) notes.push(t.boards.duckomenta.picked);
    return { count: table.sizes[seat] ?? 0, notes, alarm: false };
  },
  flight,
};
