import { expect, test } from 'vitest';
import { encode } from './qr';

/** Sum the dark cells, weighted by where they are. */
const digest = (cells: boolean[][]) =>
  cells.flat().reduce((sum, dark, i) => (dark ? (sum * 31 + i) % 1_000_000_007 : sum), 7);

test('codes are those that a reader has read', () => {
  expect(digest(encode('https://pioche.example/t/abc123'))).toMatchInlineSnapshot(`212590343`);
  expect(digest(encode('x'.repeat(178)))).toMatchInlineSnapshot(`618386942`);
});

test('the size follows the length, and what is too long gives nothing', () => {
  expect(encode('hi')).toHaveLength(21);
  expect(encode('x'.repeat(178))).toHaveLength(53);
  expect(encode('x'.repeat(400))).toEqual([]);
});
