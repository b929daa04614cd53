/** The next game with the same people. */

import { known, remember } from '../core/storage';
import type { Live } from './live.svelte';
import { go } from './place.svelte';

/** Open the rematch, or follow the one that was opened; the keys stay good there. */
export async function rematch(live: Live): Promise<void> {
  let table = live.room.info?.rematch ?? '';
  if (!table) {
    const reply = await live.ask({ type: 'rematch' });
    if (reply.type !== 'done') return;
    table = reply.table;
  }
  const before = known(localStorage, live.id);
  if (before && !known(localStorage, table)) {
    const { game, places } = before;
    remember(localStorage, { table, game, places, at: Date.now() });
  }
  go({ page: 'table', table });
}
