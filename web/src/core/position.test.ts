import { describe, expect, it } from 'vitest';
import { again, lay, placesOf, take, type Shape } from './position';

const SHAPES: Shape[] = [
  { path: 'hands.#', called: 'hand', kind: 'pile' },
  { path: 'rows.#', called: 'row', kind: 'slots' },
  { path: 'board.#', called: 'space', kind: 'spaces' },
  { path: 'deck', called: 'deck', kind: 'pile' },
];
const position = {
  mover: 0,
  hands: [['a', 'b'], []],
  rows: [['a', null]],
  board: { g8: ['c'] },
  deck: ['d'],
};
const at = (n: number) => placesOf(position, SHAPES)[n]!;

describe('positions', () => {
  it('are lists of cards, each with its seat or space', () => {
    expect(placesOf(position, SHAPES).map(({ called, of }) => [called, of])).toEqual([
      ['hand', 0],
      ['hand', 1],
      ['row', 0],
      ['space', 'g8'],
      ['deck', null],
    ]);
  });

  it('let a card be carried from place to place', () => {
    const without = take(position, at(0), 0);
    const moved = lay(without, again(without, SHAPES, at(4)), 'a');
    expect(moved).toEqual({ ...position, hands: [['b'], []], deck: ['d', 'a'] });
  });

  it('keep the slots of a row where they are', () => {
    const emptied = take(position, at(2), 0);
    expect(emptied['rows']).toEqual([[null, null]]);
    expect(lay(emptied, again(emptied, SHAPES, at(2)), 'b', 1)['rows']).toEqual([[null, 'b']]);
  });

  it('lose a space with its last card', () => {
    expect(take(position, at(3), 0)['board']).toEqual({});
  });
});
