/** Dectana at the table. */

import type { Told, View } from '../../core/view';
import { speech } from '../../state/speech.svelte';
import { held } from '../held';
import type { Flight, GameModule } from '../module';
import Back from './Back.svelte';
import Board from './Board.svelte';
import Face from './Face.svelte';
import { note } from './aims';
import { SEAT_FILLS, type DectanaTable } from './table';

const tableOf = (view: View) => view.table as DectanaTable;

function flight(told: Told): Flight[] {
  const seat = `seat-${String(told['seat'])}`;
  const space = `space-${String(told['space']).replace(/@.*/, '')}`;
  const card = typeof told['card'] === 'string' ? { card: told['card'] } : {};
  switch (told.event) {
    case 'drew':
      return [{ from: 'deck', to: seat, ...card }];
    case 'used':
    case 'discarded':
      return [{ from: seat, to: 'deck', ...card }];
    case 'founded':
      return [{ from: 'deck', to: space, ...card }];
    case 'covered':
      return [{ from: seat, to: space, ...card }];
    default:
      return [];
  }
}

export const game: GameModule = {
  Board,
  Face,
  Back,
  hand: (view) => held(tableOf(view).hand),
  covers: (_, move) => /^(face|place|activate|with|push|shrink|turn) /.test(move),
  note,
  unfinished: (view) => !['place', 'act', 'over'].includes(tableOf(view).phase),
  prompt: (view) => speech.texts.boards.dectana.prompt[tableOf(view).phase] ?? null,
  seat: (view, seat) => {
    const table = tableOf(view);
    const reserve = table.reserves[seat] ?? [0, 0, 0];
    const t = speech.texts.boards.dectana;
    return {
      count: table.sizes[seat] ?? 0,
      notes: [t.score(table.scores[seat] ?? 0), `△${reserve.join('·')}`],
      alarm: false,
      badge: { text: String(seat + 1), fill: SEAT_FILLS[seat] ?? '' },
    };
  },
  flight,
};
