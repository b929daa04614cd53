import { expect, test } from 'vitest';
import en from './en';
import fr from './fr';

function shape(value: unknown): unknown {
  if (typeof value === 'function') return `function of ${value.length}`;
  if (Array.isArray(value)) return value.length;
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shape(part)]));
  return typeof value;
}

test('both languages say the same things', () => {
  expect(shape(en)).toEqual(shape(fr));
});
