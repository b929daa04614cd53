/** The table of Kardashev as a seat sees it. */

export type Round = { picked: string | null; took: string[]; taken: number[] };

export type KardashevTable = {
  phase: string;
  stage: number;
  mover: number;
  turn: number;
  quantum: boolean;
  quantum_card: string | null;
  retort: string | null;
  missed: string[];
  effect: { source: string; part: string; step: number } | null;
  word: string | null;
  games: [number, number];
  sheltered: [boolean, boolean];
  truce: [boolean, boolean];
  hand_sizes: number[];
  deck_sizes: number[];
  in_play: string[][];
  discards: string[][];
  heroes: string[][];
  fallen: string[][];
  hand: string[] | null;
  deck: string[] | null;
  pool: string[] | null;
  five: string[] | null;
  looking: string[] | null;
  offer: string[] | null;
  draft: Round[];
};

export type Domain = 'diplomacy' | 'science' | 'occultism' | 'war' | 'environment';

export const DOMAINS: Domain[] = ['diplomacy', 'science', 'occultism', 'war', 'environment'];

export const FILLS: Record<Domain, string> = {
  diplomacy: '#e9e4d4',
  science: '#2f6fb5',
  occultism: '#4a3d5e',
  war: '#b23a34',
  environment: '#2f7d4f',
};

/** What is written on each colour. */
export const INKS: Record<Domain, string> = {
  diplomacy: '#2b2a33',
  science: '#ffffff',
  occultism: '#ffffff',
  war: '#ffffff',
  environment: '#ffffff',
};

export const STAGES = ['', 'I', 'II', 'III'];
export const DECK = 35;
