/** What the server tells a seat: the view of a game and the events it was told. */

export type Value = boolean | number | string;
export type Options = Record<string, Value>;

export type Result = { winners: number[]; scores: number[]; reason: string };

export type View<Table = unknown> = {
  game: string;
  version: number;
  seats: number;
  options: Options;
  seat: number | null;
  count: number;
  to_move: number[];
  claims: number[];
  moves: string[];
  refused: Record<string, string>;
  result: Result | null;
  table: Table;
};

/** One thing that happened: its number, after which move, its name, and the clause behind it. */
export type Told = {
  n: number;
  at: number;
  event: string;
  clause: string;
  [argument: string]: unknown;
};

/** A move with what the rules answer: `clause` is '' where it is allowed. */
export type Choice = { move: string; clause: string };

/** Return what the rules answer to a move: '' for yes, a clause for no, undefined for unknown. */
export function answer(view: View, move: string): string | undefined {
  return view.moves.includes(move) ? '' : view.refused[move];
}

/** Tell whether this seat is asked for a decision now. */
export function isAsked(view: View): boolean {
  return view.seat !== null && view.to_move.includes(view.seat);
}

/** List the seats in the order of play, the viewer's own first. */
export function around(view: View): number[] {
  const first = view.seat ?? 0;
  return Array.from({ length: view.seats }, (_, i) => (first + i) % view.seats);
}
