/** Opening a table: ask the server, remember the seat, go there. */

import { api } from '../core/api';
import { makeShare } from '../core/fair';
import { addPlace, remember } from '../core/storage';
import type { NewTable } from '../core/wire';
import { about } from '../games/about';
import { go } from './place.svelte';
import { settings } from './settings.svelte';

/** Open a table and go to it. */
export async function openTable(wanted: NewTable): Promise<void> {
  const opened = await api.open({ name: settings.name, ...wanted });
  const { id, game, seats } = opened.table;
  const invitation = opened.invitation;
  if (invitation) sessionStorage.setItem(`pioche.invitation.${id}`, invitation);
  const seat = wanted.seat === undefined ? 0 : wanted.seat;
  const name = seat === null ? '' : (seats[seat]?.name ?? '');
  if (seat === null) remember(localStorage, { table: id, game, at: Date.now(), places: [] });
  addPlace(localStorage, id, game, { seat: seat ?? -1, key: opened.key, name });
  go({ page: 'table', table: id });
}

/** Play at once, against bots. */
export async function playNow(game: string, level: string): Promise<void> {
  const seats = about(game).seats;
  const bots = Object.fromEntries(
    Array.from({ length: seats - 1 }, (_, i) => [String(i + 1), level]),
  );
  await openTable({ game, seats, bots, begin: true });
}

/** Take a seat at a table that somebody else opened. */
export async function sitDown(
  table: string,
  options: { seat?: number; name: string; code?: string; invitation?: string },
): Promise<void> {
  const seated = await api.sit(table, { ...options, share: makeShare() });
  const name = seated.table.seats[seated.seat]?.name ?? '';
  addPlace(localStorage, table, seated.table.game, {
    seat: seated.seat,
    key: seated.key,
    name,
  });
}
