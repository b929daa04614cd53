import { expect, test } from 'vitest';
import { path, readReport, steps } from './report';

const REPORT = {
  samples: 100,
  curve: [
    [0.5, 0.5],
    [0.25, 0.75],
    [0, 1],
  ],
  moves: [
    { number: 1, seat: 0, move: 'draw', best: 'play a', loss: 0.25, error: 0.01 },
    { number: 2, seat: 1, move: 'play b', best: 'play b', loss: 0, error: 0 },
  ],
  mistakes: [{ number: 1, seat: 0, loss: 0.25, error: 0.01, fr: '…', en: '…' }],
  ledger: [
    {
      seat: 0,
      result: 0,
      lines: { seat: { share: 0.5, error: 0.1 }, own: { share: -0.25, error: 0.1 } },
      opponents: [{ seat: 1, share: -0.25, error: 0.1 }],
      closure: 0,
    },
  ],
};

test('a mistake brings the move that was made and the better one', () => {
  const [mistake] = readReport(REPORT).mistakes;
  expect(mistake).toMatchObject({ number: 1, seat: 0, move: 'draw', best: 'play a' });
});

test('the bars of an account lead from nothing to the result', () => {
  const [account] = readReport(REPORT).ledger;
  expect(account?.entries.map((entry) => entry.name)).toEqual(['seat', 'own', 'opponent']);
  expect(steps(account?.entries ?? [])).toEqual([
    { from: 0, to: 0.5 },
    { from: 0.5, to: 0.25 },
    { from: 0.25, to: 0 },
  ]);
});

test('a curve goes from the deal to the result', () => {
  expect(path(readReport(REPORT).curve, 1, 100, 10)).toBe('M0.0 5.0L50.0 2.5L100.0 0.0');
});

test('what a report lacks is not drawn', () => {
  expect(readReport({})).toEqual({ curve: [], mistakes: [], ledger: [], samples: 0 });
  expect(readReport({ moves: 7, mistakes: [null], ledger: 'x' }).mistakes).toEqual([]);
});
