/** The table of Duckomenta Art as a seat sees it. */

export type ByEpoch = Partial<Record<string, number>>;

export type DuckTable = {
  season: number;
  phase: 'turn' | 'offer' | 'second' | 'hide' | 'bonus' | 'pick' | 'add' | 'over';
  mover: number;
  trend: string | null;
  front: string[][];
  bonus: ByEpoch;
  ranks: ByEpoch[];
  points: number[][];
  hand: string[];
  pick: string | null;
  picked: number[];
  sizes: number[];
  face_down: { card: string | null; not_of: string[] }[][];
  deck: number;
  on_table: ByEpoch;
  worth: ByEpoch;
  limit: number;
  totals: number[];
};

/** The five epochs, with the number printed on their cards. */
export const EPOCHS = [
  { id: 'epoch-1', roman: 'I', cards: 17, ground: '#c9703c', ink: '#2a1509', paper: '#f6dfc6' },
  {
    id: 'epoch-2',
    roman: 'II',
    cards: 18,
    ground: '#274a86',
    ink: '#12264a',
    paper: '#f2e3ae',
  },
  {
    id: 'epoch-3',
    roman: 'III',
    cards: 19,
    ground: '#4a2320',
    ink: '#2b1210',
    paper: '#ecd9b8',
  },
  {
    id: 'epoch-4',
    roman: 'IV',
    cards: 20,
    ground: '#7fa6b8',
    ink: '#1f3d4b',
    paper: '#e8f0ea',
  },
  { id: 'epoch-5', roman: 'V', cards: 21, ground: '#e5e2d8', ink: '#1c1c1c', paper: '#ffffff' },
] as const;

/** Read the epoch and the symbol of a card (`epoch-3-draw`). */
export function readCard(id: string): { epoch: number; symbol: string } {
  const [, number = '1', symbol = 'plain'] = id.split('-');
  return { epoch: Number(number) - 1, symbol };
}
