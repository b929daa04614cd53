/** Anthem at the table. */

import type { Told, View } from '../../core/view';
import { speech } from '../../state/speech.svelte';
import { held } from '../held';
import type { Flight, GameModule } from '../module';
import Back from './Back.svelte';
import Board from './Board.svelte';
import Face from './Face.svelte';
import type { AnthemTable } from './table';

const tableOf = (view: View) => view.table as AnthemTable;

function flight(told: Told): Flight[] {
  const seat = String(told['seat']);
  const card = typeof told['card'] === 'string' ? { card: told['card'] } : {};
  if (told.event === 'took')
    return [{ from: `seat-${String(told['of'])}`, to: `seat-${seat}`, ...card }];
  if (told.event === 'laid') return [{ from: `seat-${seat}`, to: `row-${seat}`, ...card }];
  return [];
}

export const game: GameModule = {
  Board,
  Face,
  Back,
  hand: (view) => held(tableOf(view).hand),
  covers: (_, move) => /^(take|lay) /.test(move),
  prompt: (view) => {
    const t = speech.texts.boards.anthem;
    return (
      { take: t.take, lay: t.lay, declare: t.declare, over: '' }[tableOf(view).phase] || null
    );
  },
  seat: (view, seat) => {
    const table = tableOf(view);
    const t = speech.texts.boards.anthem;
    const deaths = table.known_deaths[seat];
    const notes: string[] = [];
    if (seat === table.giver) notes.push(t.giver);
    if (deaths) notes.push(t.deaths[deaths]);
    if (table.spoiled.includes(seat)) notes.push(t.spoiled);
    return { count: table.sizes[seat] ?? 0, notes, alarm: false };
  },
  flight,
};
