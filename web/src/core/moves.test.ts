import { expect, test } from 'vitest';
import { byVerb, movesFrom, movesOf, refusalOf } from './moves';
import type { View } from './view';

const view = {
  moves: ['play a', 'play a uno', 'draw'],
  refused: { 'play b': 'UB8' },
} as unknown as View;

test('a thing has the moves that name it', () => {
  expect(movesOf(view, 'a')).toEqual(['play a', 'play a uno']);
  expect(refusalOf(view, 'b')).toEqual({ move: 'play b', clause: 'UB8' });
  expect(refusalOf(view, 'a')).toBeNull();
  expect(movesFrom(view, 'draw')).toEqual(['draw']);
});

test('moves are grouped by their first word', () => {
  expect(byVerb(view.moves)).toEqual([
    ['play', ['play a', 'play a uno']],
    ['draw', ['draw']],
  ]);
});
