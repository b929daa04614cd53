/** UNO Schitt's Creek at the table. */

import type { Told, View } from '../../core/view';
import { speech } from '../../state/speech.svelte';
import { held } from '../held';
import type { Flight, GameModule, SeatNote } from '../module';
import Back from './Back.svelte';
import Board from './Board.svelte';
import Calls from './Calls.svelte';
import Face from './Face.svelte';
import type { UnoTable } from './table';

const tableOf = (view: View) => view.table as UnoTable;

function flight(told: Told): Flight[] {
  const seat = `seat-${String(told['seat'])}`;
  const card = typeof told['card'] === 'string' ? { card: told['card'] } : {};
  switch (told.event) {
    case 'laid':
      return [{ from: seat, to: 'pile', ...card }];
    case 'drew':
      return [{ from: 'deck', to: seat, ...card }];
    case 'swapped':
      return [
        { from: seat, to: `seat-${String(told['of'])}` },
        { from: `seat-${String(told['of'])}`, to: seat },
      ];
    default:
      return [];
  }
}

function seat(view: View, at: number): SeatNote {
  const table = tableOf(view);
  const t = speech.texts;
  const notes: string[] = [];
  if (view.options['points']) notes.push(t.table.score(table.scores[at] ?? 0));
  if (table.exposed.includes(at)) notes.push(t.boards.uno.exposed);
  else if (table.sizes[at] === 1) notes.push(t.boards.uno.oneLeft);
  return { count: table.sizes[at] ?? 0, notes, alarm: table.sizes[at] === 1 };
}

export const game: GameModule = {
  Board,
  Face,
  Back,
  Aside: Calls,
  ring: true,
  hand: (view) => {
    const seen = (view.seat === null ? [] : tableOf(view).shown).flat();
    return held(tableOf(view).hand, (id) =>
      seen.includes(id) ? speech.texts.boards.uno.shownTo : '',
    );
  },
  covers: (_, move) => /^(draw|colour|announce|swap|uno|catch)\b/.test(move),
  prompt: (view) => speech.texts.boards.uno.prompt[tableOf(view).phase] ?? null,
  seat,
  flight,
};
