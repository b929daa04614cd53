/** The desk of a table: everything a board may know and do, for one view. */

import { sayMove, term, type GameWords } from '../core/words';
import type { View } from '../core/view';
import type { Desk } from '../games/module';

type Ways = {
  name: (seat: number) => string;
  play?: (move: string) => void;
  why?: (move: string, clause: string) => void;
  offer?: (moves: string[]) => void;
  undo?: (() => void) | null;
};

const nothing = () => undefined;

/** Set up a desk; without `play` it is a picture. */
export function deskOf(view: View, words: GameWords, ways: Ways): Desk {
  const play = ways.play ?? nothing;
  return {
    view,
    words,
    name: ways.name,
    say: (move) => sayMove(words, move, ways.name),
    term: (id) => term(words, id),
    play,
    why: ways.why ?? nothing,
    offer: ways.offer ?? ((moves) => moves.length === 1 && play(moves[0] ?? '')),
    undo: ways.undo ?? null,
    still: !ways.play,
  };
}

/** Make a view in which nothing can be played, to look at. */
export function stillView(view: View): View {
  return { ...view, moves: [], refused: {}, claims: [] };
}
