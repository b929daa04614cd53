/** The table of Dectana as a seat sees it, and the board read from it. */

import { beside, keyOf, nameOf, readSpace, type Facing, type Spot } from './space';

export type DectanaTable = {
  phase: string;
  mover: number;
  turns: number;
  reshuffled: boolean;
  board: Record<string, string[]>;
  pyramids: Record<string, string>[];
  shown: string[][];
  discard: string[];
  card: string | null;
  suits: string[];
  uses: number;
  chosen: string | null;
  points: number;
  marked: string[];
  spot: string | null;
  sizes: number[];
  deck_size: number;
  reserves: [number, number, number][];
  scores: number[];
  hand: string[];
};

export type Pyramid = { seat: number; id: string; size: number; facing: Facing; spot: Spot };
export type Space = {
  spot: Spot;
  key: string;
  name: string;
  cards: string[];
  pyramids: Pyramid[];
};

const SIZES = ['small', 'medium', 'large'];

/** List all pyramids on the board. */
export function readPyramids(table: DectanaTable): Pyramid[] {
  return table.pyramids.flatMap((own, seat) =>
    Object.entries(own).map(([id, at]) => {
      const [space = '', facing = 'up'] = at.split(' ');
      const size = SIZES.indexOf(id.split('-')[0] ?? '');
      return { seat, id, size, facing: facing as Facing, spot: readSpace(space) };
    }),
  );
}

/** List territories and the wastelands around them, with what stands there. */
export function readBoard(table: DectanaTable): Space[] {
  const spaces = new Map<string, Space>();
  const add = (spot: Spot, cards: string[]) => {
    const key = keyOf(spot);
    if (!spaces.has(key))
      spaces.set(key, { spot, key, name: nameOf(spot), cards, pyramids: [] });
  };
  const lands = Object.entries(table.board).map(([id, cards]) => ({
    spot: readSpace(id),
    cards,
  }));
  for (const { spot, cards } of lands) add(spot, cards);
  for (const { spot } of lands) for (const next of beside(spot)) add(next, []);
  for (const pyramid of readPyramids(table)) {
    add(pyramid.spot, []);
    spaces.get(keyOf(pyramid.spot))?.pyramids.push(pyramid);
  }
  return [...spaces.values()].sort((a, b) => b.spot.y - a.spot.y || a.spot.x - b.spot.x);
}

/** Find the pyramid that acts (`1 small-2`). */
export function chosenOf(table: DectanaTable): Pyramid | undefined {
  return readPyramids(table).find(({ seat, id }) => table.chosen === `${seat} ${id}`);
}

export const SEAT_FILLS = ['#a5392f', '#2b5f8c', '#3d7a4a', '#8a5a1c', '#6b4a8a'];
export const SEAT_DEEP = ['#741f18', '#1a4060', '#245230', '#5f3c0f', '#47305f'];
