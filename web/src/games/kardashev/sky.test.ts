import { expect, test } from 'vitest';
import { constellation } from './sky';

const IDS = ['embassy', 'garrison', 'forest', 'laboratory', 'brotherhood'];

test('each card has a sky of its own, always the same, within the picture', () => {
  expect(new Set(IDS.map((id) => JSON.stringify(constellation(id)))).size).toBe(IDS.length);
  for (const { x, y, size } of IDS.flatMap(constellation)) {
    expect(Math.min(x, 60 - x, y - 17, 62 - y)).toBeGreaterThan(0);
    expect(size).toBeGreaterThan(0.5);
  }
  expect(constellation('forest')).toEqual(constellation('forest'));
});
