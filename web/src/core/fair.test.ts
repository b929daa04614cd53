import { expect, test } from 'vitest';
import { makeShare, recompute } from './fair';
import { sha256 } from './sha';

const sha = (...lines: string[]) => sha256(lines.map((line) => `${line}\n`).join(''));
const PROMISE = sha('pioche commitment 1', 'ab12');
const SEED = sha('pioche seed 1', 'ab12', '0 x y', '2 z', '10 w');
const HEAD = ['pioche record 1', 'game uno', `commitment ${PROMISE}`, 'secret ab12'];
const SHARES = ['share 10 w', 'share 0 x y', 'share 2 z'];
const seal = (lines: string[]) => `${lines.join('\n')}\nhash ${sha(...lines)}\n`;
const RECORD = seal([...HEAD, ...SHARES, `seed "${SEED}"`, 'moves', '1 draw']);

test('a record that is in order is found so, however its lines end', () => {
  const found = { hash: true, commitment: true, seed: true, noted: true };
  expect(recompute(RECORD, PROMISE)).toEqual(found);
  expect(recompute(RECORD.replaceAll('\n', '\r\n'), PROMISE)).toEqual(found);
});

test('every change is seen', () => {
  expect(recompute(RECORD.replace('1 draw', '1 pass')).hash).toBe(false);
  expect(recompute(RECORD.replace('secret ab', 'secret ac')).commitment).toBe(false);
  expect(recompute(RECORD.replace('share 2 z', 'share 2 q')).seed).toBe(false);
  expect(recompute(RECORD, 'another').noted).toBe(false);
});

test('where nothing was promised there is nothing to compare', () => {
  const found = recompute(seal(['pioche record 1', 'seed "7"', 'moves']), PROMISE);
  expect(found).toEqual({ hash: true, commitment: null, seed: null, noted: null });
});

test('two shares are never the same', () => {
  expect(makeShare()).toMatch(/^[0-9a-f]{32}$/);
  expect(makeShare()).not.toBe(makeShare());
});
