/** Opening a table: ask the server, remember the seat, go there. */

import { api } from '../core/api';
import { makeShare } from '../core/fair';
import { addPlace, notePromise } from '../core/storage';
import type { NewTable } from '../core/wire';
import { about } from '../games/about';
import { go } from './place.svelte';
import { settings } from './settings.svelte';

/** Open a table and go to it. */
export async function openTable({ begin = false, ...wanted }: NewTable): Promise<void> {
  const opened = await api.open({ name: settings.name, ...wanted });
  const { id, game, seats, commitment } = opened.table;
  const invitation = opened.invitation;
  if (invitation) sessionStorage.setItem(`pioche.invitation.${id}`, invitation);
  const seat = wanted.seat === undefined ? 0 : wanted.seat;
  const name = seat === null ? '' : (seats[seat]?.name ?? '');
  notePromise(localStorage, id, game, commitment);
  addPlace(localStorage, id, game, { seat: seat ?? -1, key: opened.key, name });
  if (begin) await start(id, opened.key, commitment === '' ? null : seat);
  go({ page: 'table', table: id });
}

/** Begin a game against bots: the promise was seen, so our share comes first. */
async function start(table: string, key: string, seat: number | null): Promise<void> {
  if (seat !== null)
    await api.send(table, key, { type: 'ready', id: 'ready', share: makeShare(), seat });
  await api.send(table, key, { type: 'begin', id: 'begin' });
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
