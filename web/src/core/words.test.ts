import { expect, test } from 'vitest';
import { capital, fill, sayEvent, sayMove, term } from './words';

const words = {
  title: 'Test',
  moves: {
    draw: 'draw',
    'play * uno': 'play {0} and call',
    'play *': 'play {}',
    'catch #': 'catch {0}',
    'push # *': 'push {1} of {0}',
    'shrink # * 1': 'shrink {1} of {0} by one point',
    'shrink # * *': 'shrink {1} of {0} by {2} points',
  },
  events: {
    laid: '{seat} lays {card}',
    drew: '{seat} draws {card}',
    drew_hidden: '{seat} draws',
  },
  cards: { 'red-7-love': 'the red 7' },
  terms: { red: 'red' },
};
const seat = (n: number) => `player ${n + 1}`;

test('a move is said by the first pattern that fits it', () => {
  expect(sayMove(words, 'draw', seat)).toBe('draw');
  expect(sayMove(words, 'play red-7-love', seat)).toBe('play the red 7');
  expect(sayMove(words, 'play red-7-love uno', seat)).toBe('play the red 7 and call');
  expect(sayMove(words, 'catch 2', seat)).toBe('catch player 3');
  expect(sayMove(words, 'push 1 small-2', seat)).toBe('push small-2 of player 2');
});

test('a word of a pattern must stand where it stands', () => {
  expect(sayMove(words, 'shrink 0 large-1 1', seat)).toBe(
    'shrink large-1 of player 1 by one point',
  );
  expect(sayMove(words, 'shrink 0 large-1 2', seat)).toBe(
    'shrink large-1 of player 1 by 2 points',
  );
});

test('an unknown move stays as it is written', () => {
  expect(sayMove(words, 'fly away home', seat)).toBe('fly away home');
});

test('an event with something unknown is said without it', () => {
  const told = { n: 0, at: 1, event: 'drew', clause: 'UB10', seat: 1, card: null };
  expect(sayEvent(words, told, seat)).toBe('Player 2 draws');
  expect(sayEvent(words, { ...told, card: 'red-7-love' }, seat)).toBe(
    'Player 2 draws the red 7',
  );
});

test('an event without a sentence keeps its name', () => {
  expect(sayEvent(words, { n: 0, at: 0, event: 'new', clause: '' }, seat)).toBe('new');
});

test('names that nobody translated stay', () => {
  expect(term(words, 'red')).toBe('red');
  expect(term(words, 'teal')).toBe('teal');
  expect(fill('{a} {b}', { a: 'x' })).toBe('x {b}');
  expect(capital('été')).toBe('Été');
});
