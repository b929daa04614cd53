import { expect, test } from 'vitest';
import { nulls, positionOf, recordOf, type Scenario } from './record';

const all = {
  positions: { two: { mover: 0, pile: ['a'] } },
  first: { clauses: ['X1'], fr: '', en: '', seats: 2, base: 'two', position: { mover: 1 } },
  second: { clauses: ['X2'], fr: '', en: '', seats: 2, base: 'first', position: { pile: [] } },
};

test('a scenario’s position lies over those of its bases', () => {
  expect(positionOf(all, all.second as Scenario)).toEqual({ mover: 1, pile: [] });
});

test('a scenario becomes a record', () => {
  const row = { ...all.first, moves: ['1 draw', '0 play a b'] } as Scenario;
  const lines = recordOf('uno', 1, all, row).split('\n');
  expect(lines.slice(0, 4)).toEqual(['pioche record 1', 'game uno', 'rules 1', 'seats 2']);
  expect(lines[4]).toMatch(/^position \{"game":"uno".*"mover":1/);
  expect(lines.slice(5)).toEqual(['moves', '1 1 draw', '2 0 play a b', '']);
});

test('a scenario may begin with a deal', () => {
  expect(recordOf('uno', 1, {}, { fr: '', en: '', seats: 3, seed: 'x' })).toContain(
    '\nseed "x"\n',
  );
});

test('the text null stands for null', () => {
  expect(nulls({ a: ['null', 'x'], b: 'null' })).toEqual({ a: [null, 'x'], b: null });
});
