/** The table of UNO as a seat sees it. */

import type { Colour } from './face';

export type UnoTable = {
  phase: string;
  mover: number;
  direction: 'clockwise' | 'counterclockwise';
  colour: Colour;
  kind: string;
  dealer: number;
  winner: number | null;
  drawn: string | null;
  pending: number;
  exposed: number[];
  scores: number[];
  sizes: number[];
  hand: string[];
  known: string[][];
  shown: string[][];
  deck_size: number;
  pile: string[];
  rounds: number;
};
