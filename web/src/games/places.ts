/** Where cards lie in the positions of each game, for the editor. */

import type { Shape } from '../core/position';

const pile = (path: string, called: string): Shape => ({ path, called, kind: 'pile' });

const PLACES: Record<string, Shape[]> = {
  uno: [pile('hands.#', 'hand'), pile('pile', 'pile'), pile('deck', 'deck')],
  anthem: [{ path: 'rows.#', called: 'row', kind: 'slots' }, pile('hands.#', 'hand')],
  duckomenta: [pile('hands.#', 'hand'), pile('front.#', 'front'), pile('deck', 'deck')],
  dectana: [
    pile('hands.#', 'hand'),
    { path: 'board.#', called: 'space', kind: 'spaces' },
    pile('discard', 'discard'),
    pile('deck', 'deck'),
  ],
  kardashev: [
    pile('hands.#', 'hand'),
    pile('in_play.#', 'front'),
    pile('discards.#', 'discard'),
    pile('heroes.#', 'heroes'),
    pile('decks.#', 'deck'),
  ],
};

/** Pieces that stand somewhere: the field of the position, and what each seat has. */
export type Pieces = { field: string; ids: string[] };

const PIECES: Record<string, Pieces> = {
  dectana: {
    field: 'pyramids',
    ids: ['small', 'medium', 'large'].flatMap((size) => [1, 2, 3].map((n) => `${size}-${n}`)),
  },
};

/** Return the pieces of a game, if it has some. */
export const piecesOf = (game: string): Pieces | undefined => PIECES[game];

/** Return the places of a game; a game without any is edited as text. */
export const shapesOf = (game: string): Shape[] => PLACES[game] ?? [];
