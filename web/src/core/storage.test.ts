import { expect, test } from 'vitest';
import {
  addPlace,
  forget,
  known,
  notePromise,
  read,
  remember,
  tables,
  type Store,
} from './storage';

function store(): Store {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

test('a seat taken again replaces the one before', () => {
  const it = store();
  addPlace(it, 't', 'uno', { seat: 1, key: 'a', name: 'A' });
  addPlace(it, 't', 'uno', { seat: 2, key: 'b', name: 'B' });
  addPlace(it, 't', 'uno', { seat: 1, key: 'c', name: 'A' });
  expect(known(it, 't')?.places.map((p) => p.key)).toEqual(['b', 'c']);
});

test('the latest table comes first, and one can be forgotten', () => {
  const it = store();
  for (const table of ['a', 'b']) remember(it, { table, game: 'uno', at: 0, places: [] });
  expect(tables(it).map((row) => row.table)).toEqual(['b', 'a']);
  forget(it, 'b');
  expect(tables(it).map((row) => row.table)).toEqual(['a']);
});

test('the promise that was seen first is the one that counts', () => {
  const it = store();
  notePromise(it, 't', 'uno', 'first');
  addPlace(it, 't', 'uno', { seat: 1, key: 'a', name: 'A' });
  notePromise(it, 't', 'uno', 'second');
  expect(known(it, 't')).toMatchObject({ commitment: 'first', places: [{ key: 'a' }] });
});

test('what cannot be read is as if it were not there', () => {
  const it = store();
  it.setItem('x', '{');
  expect(read(it, 'x', 7)).toBe(7);
});
