/** Which moves belong to which thing on the table: a move names its things as tokens. */

import type { View } from './view';

/** Tell whether a move names a thing (a card, a space, a seat). */
export function names(move: string, thing: string): boolean {
  return move.split(' ').includes(thing);
}

/** List the legal moves that name a thing. */
export function movesOf(view: View, thing: string): string[] {
  return view.moves.filter((move) => names(move, thing));
}

/** Find the first refused move that names a thing, with the clause that refuses it. */
export function refusalOf(view: View, thing: string): { move: string; clause: string } | null {
  for (const [move, clause] of Object.entries(view.refused))
    if (names(move, thing)) return { move, clause };
  return null;
}

/** List the legal moves that begin with a word. */
export function movesFrom(view: View, verb: string): string[] {
  return view.moves.filter((move) => move.split(' ')[0] === verb);
}

/** Group moves by their first word, in the order in which they come. */
export function byVerb(moves: string[]): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const move of moves) {
    const verb = move.split(' ')[0] ?? '';
    groups.set(verb, [...(groups.get(verb) ?? []), move]);
  }
  return [...groups];
}
