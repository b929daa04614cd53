import { expect, test } from 'vitest';
import { setFrench } from './french';

test('signs stay with their word, and apostrophes are curved', () => {
  expect(setFrench("« d'où vient l'as ? »")).toBe('«\u00a0d’où vient l’as\u00a0?\u00a0»');
});

test('what is code stays code', () => {
  const code = "row = ['a', 'b'] // {a: 'x'}\nt = b ? 'c':'d'";
  expect(setFrench(code).replaceAll('\u00a0', ' ')).toBe(code);
});
