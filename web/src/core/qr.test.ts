import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { encode } from './qr';

const digest = (cells: boolean[][]) =>
  createHash('sha256')
    .update(cells.map((row) => row.map(Number).join('')).join('\n'))
    .digest('hex')
    .slice(0, 16);

test('codes are those that a reader has read', () => {
  expect(digest(encode('https://pioche.example/t/abc123'))).toMatchInlineSnapshot(
    `"7af5d6443004fd91"`,
  );
  expect(digest(encode('x'.repeat(178)))).toMatchInlineSnapshot(`"9cc4799edf761fa5"`);
});

test('the size follows the length, and what is too long gives nothing', () => {
  expect(encode('hi')).toHaveLength(21);
  expect(encode('x'.repeat(178))).toHaveLength(53);
  expect(encode('x'.repeat(400))).toEqual([]);
});
