/** What this screen knows of a table: the messages of the server folded into one record. */

import type { Told, View } from './view';
import type {
  Bye,
  Change,
  FromServer,
  Note,
  Running,
  Said,
  TableInfo,
  View as Seen,
} from './wire';

/** What one seat of this screen (or a watcher) sees. */
export type Sight = {
  view: View;
  told: Told[];
  clocks: Running | null;
  number: number; // of the table's log, when this was seen
  at: number; // when this was received
  behind: number;
};

export type Room = {
  info: TableInfo | null;
  mine: number[];
  hosts: number[];
  sights: ReadonlyMap<number | null, Sight>;
  said: Said[];
  notes: Note[];
  bye: Bye | null;
  ahead: number; // how far the server's clock is ahead of ours
};

export const EMPTY: Room = {
  info: null,
  mine: [],
  hosts: [],
  sights: new Map(),
  said: [],
  notes: [],
  bye: null,
  ahead: 0,
};

const MOST_SAID = 200;

/** Fold one message in; unknown messages and fields are left alone. */
export function receive(room: Room, message: FromServer, now: number): Room {
  switch (message.type) {
    case 'welcome':
      return {
        ...room,
        info: message.table,
        mine: message.seats,
        hosts: message.host,
        ahead: message.now - now,
        bye: null,
      };
    case 'view':
    case 'change':
      return see(room, message, now);
    case 'table':
      return {
        ...room,
        info: message.table,
        notes: message.note ? [...room.notes, message.note].slice(-MOST_SAID) : room.notes,
      };
    case 'said':
      if (room.said.some((s) => s.number === message.number)) return room;
      return { ...room, said: [...room.said, message].slice(-MOST_SAID) };
    case 'bye':
      return { ...room, bye: message };
    default:
      return room;
  }
}

function see(room: Room, message: Seen | Change, now: number): Room {
  const before = room.sights.get(message.seat);
  const view = viewOf(message, before);
  const sights = new Map(room.sights);
  sights.set(message.seat, {
    view,
    told: join(before?.told ?? [], message.events as Told[], message.count),
    clocks: message.clocks ?? null,
    number: message.number,
    at: now,
    behind: message.behind,
  });
  const info = room.info && {
    ...room.info,
    count: message.count,
    to_move: view.to_move,
    result: view.result as TableInfo['result'],
  };
  return { ...room, info, sights };
}

/** Lay a change over the view before; the first change of a line is whole. */
function viewOf(message: Seen | Change, before: Sight | undefined): View {
  if (message.type === 'view') return message.view as unknown as View;
  const table = { ...(before?.view.table as object | undefined), ...message.table };
  return { ...before?.view, ...message.view, table } as View;
}

/** Add what was told; after a take-back, what is told no longer happened goes. */
export function join(told: Told[], more: Told[], count: number): Told[] {
  const first = more[0]?.n ?? Infinity;
  return [...told.filter((t) => t.n < first && t.at <= count), ...more];
}

/** The number of the first event that this screen has not been told. */
export function since(room: Room): number {
  const last = [...room.sights.values()].map((sight) => sight.told.at(-1)?.n ?? -1);
  return last.length ? Math.min(...last) + 1 : 0;
}
