import { expect, test } from 'vitest';
import { EMPTY, join, receive, since, type Room } from './room';
import type { FromServer } from './wire';

const welcome = { type: 'welcome', table: { id: 't' }, seats: [1], host: [], now: 1500 };
const event = (n: number, at: number) => ({ n, at, event: 'laid', clause: 'UB8' });
const change = (count: number, more: object = {}) => ({
  type: 'change',
  seat: 1,
  count,
  view: { count, to_move: [0] },
  table: { pile: [count] },
  events: [event(count, count)],
  behind: 0,
  ...more,
});
const fold = (...messages: object[]) =>
  messages.reduce<Room>((room, m) => receive(room, m as unknown as FromServer, 1000), EMPTY);

test('the first change of a line is a whole view', () => {
  const room = fold(welcome, change(0, { table: { hand: ['a'], pile: [] } }));
  expect(room.sights.get(1)?.view).toMatchObject({ count: 0, table: { hand: ['a'] } });
  expect(room.ahead).toBe(500);
});

test('a change is laid over the view before', () => {
  const room = fold(welcome, change(0, { table: { hand: ['a'], pile: [] } }), change(1));
  expect(room.sights.get(1)?.view.table).toEqual({ hand: ['a'], pile: [1] });
  expect(room.sights.get(1)?.told).toHaveLength(2);
});

test('what was told twice is kept once', () => {
  const room = fold(welcome, change(0), change(1), change(1));
  expect(room.sights.get(1)?.told.map((t) => t.n)).toEqual([0, 1]);
  expect(since(room)).toBe(2);
});

test('after a take-back, what no longer happened goes', () => {
  expect(join([event(0, 0), event(1, 1), event(2, 2)], [], 1).map((t) => t.n)).toEqual([0, 1]);
});

test('messages of a newer server are left alone', () => {
  expect(fold(welcome, { type: 'fireworks', colour: 'red' }).info).toEqual({ id: 't' });
});

test('a word is heard once', () => {
  const said = { type: 'said', number: 4, at: 1, seat: 0, name: 'A', text: 'hi' };
  expect(fold(welcome, said, said).said).toHaveLength(1);
});
