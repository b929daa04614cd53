import { expect, test } from 'vitest';
import { ahead, nameOf, readSpace } from './space';
import { readBoard, type DectanaTable } from './table';

test('names repeat every sixteen spaces', () => {
  expect(readSpace('h8')).toEqual({ x: 7, y: 7 });
  expect(readSpace('h8@1,0')).toEqual({ x: 23, y: 7 });
  expect(readSpace('a16@0,-1')).toEqual({ x: 0, y: -1 });
  expect(nameOf({ x: 23, y: -1 })).toBe('h16');
});

test('ahead follows the compass', () => {
  expect(ahead({ x: 0, y: 0 }, 'north', 2)).toEqual({ x: 0, y: 2 });
  expect(ahead({ x: 0, y: 0 }, 'west', 1)).toEqual({ x: -1, y: 0 });
});

test('a lone territory has four wastelands around it', () => {
  const table = { board: { h8: ['the-mill'] }, pyramids: [{ 'small-1': 'h9 south' }] };
  const spaces = readBoard(table as unknown as DectanaTable);
  expect(spaces.map((space) => space.name)).toEqual(['h9', 'g8', 'h8', 'i8', 'h7']);
  expect(spaces[0]?.pyramids).toEqual([
    { seat: 0, id: 'small-1', size: 0, facing: 'south', spot: { x: 7, y: 8 } },
  ]);
});
