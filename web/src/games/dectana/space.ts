/** Spaces of the plane: `g8`, `h8@1,0`; names repeat every sixteen rows and columns. */

export type Spot = { x: number; y: number };
export type Facing = 'up' | 'north' | 'east' | 'south' | 'west';

const SIDE = 16;
const STEPS: Record<Facing, Spot> = {
  up: { x: 0, y: 0 },
  north: { x: 0, y: 1 },
  east: { x: 1, y: 0 },
  south: { x: 0, y: -1 },
  west: { x: -1, y: 0 },
};

/** Read a space's name as column and row. */
export function readSpace(id: string): Spot {
  const match = /^([a-p])(\d+)(?:@(-?\d+),(-?\d+))?$/.exec(id);
  const [, letter = 'a', row = '1', east = '0', north = '0'] = match ?? [];
  return {
    x: letter.charCodeAt(0) - 97 + SIDE * Number(east),
    y: Number(row) - 1 + SIDE * Number(north),
  };
}

const mod = (n: number) => ((n % SIDE) + SIDE) % SIDE;

/** Write the short name of a space, as moves use it. */
export function nameOf({ x, y }: Spot): string {
  return `${String.fromCharCode(97 + mod(x))}${mod(y) + 1}`;
}

export const keyOf = ({ x, y }: Spot) => `${x},${y}`;

/** Return the space some steps ahead. */
export function ahead(spot: Spot, facing: Facing, steps: number): Spot {
  const step = STEPS[facing];
  return { x: spot.x + steps * step.x, y: spot.y + steps * step.y };
}

/** List the four neighbours. */
export function beside(spot: Spot): Spot[] {
  return (['north', 'east', 'south', 'west'] as const).map((facing) => ahead(spot, facing, 1));
}
