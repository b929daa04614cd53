/** The table of Anthem as a seat sees it. */

export type Taken = { seat: number; card: string | null };

export type AnthemTable = {
  phase: 'take' | 'lay' | 'declare' | 'over';
  mover: number;
  giver: number | null;
  rows: (string | null)[][];
  sizes: number[];
  hand: string[];
  taken: Taken | null;
  known_deaths: ('some' | 'none' | null)[];
  spoiled: number[];
  spoiling: string[];
};
