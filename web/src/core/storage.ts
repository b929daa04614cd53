/** What this device remembers: settings, the seats it holds, the games it has seen. */

export type Place = { seat: number; key: string; name: string };
export type Known = {
  table: string;
  game: string;
  at: number;
  places: Place[];
  /** what the server promised of the shuffle, as it was seen before the deal */
  commitment?: string;
};

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KNOWN = 'pioche.tables';
const MOST = 100;

/** Read a kept value, or the fallback when there is none or it can't be read. */
export function read<T>(store: Store, name: string, fallback: T): T {
  try {
    const text = store.getItem(name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Keep a value; a full or forbidden store is no reason to stop playing. */
export function keep(store: Store, name: string, value: unknown): void {
  try {
    store.setItem(name, JSON.stringify(value));
  } catch {
    /* private windows may refuse */
  }
}

/** List the tables this device knows, the latest first. */
export function tables(store: Store): Known[] {
  return read<Known[]>(store, KNOWN, []);
}

/** Find what this device knows of a table. */
export function known(store: Store, table: string): Known | undefined {
  return tables(store).find((row) => row.table === table);
}

/** Remember a table, with the seats that this device holds there. */
export function remember(store: Store, row: Known): void {
  const others = tables(store).filter((other) => other.table !== row.table);
  keep(store, KNOWN, [row, ...others].slice(0, MOST));
}

/** Add a seat to a table that this device knows. */
export function addPlace(store: Store, table: string, game: string, place: Place): void {
  const before = known(store, table);
  const others = before?.places.filter((p) => p.seat !== place.seat) ?? [];
  remember(store, { ...before, table, game, at: Date.now(), places: [...others, place] });
}

/** Note what the server promises of the shuffle; what was noted first stays. */
export function notePromise(store: Store, table: string, game: string, promise: string): void {
  const before = known(store, table) ?? { table, game, at: Date.now(), places: [] };
  if (promise) remember(store, { commitment: promise, ...before });
}

/** Forget a table. */
export function forget(store: Store, table: string): void {
  keep(
    store,
    KNOWN,
    tables(store).filter((row) => row.table !== table),
  );
}
