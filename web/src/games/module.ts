/** What a game's folder gives to the table: how to draw it and which moves it offers itself. */

import type { Component } from 'svelte';
import type { Told, View } from '../core/view';
import type { GameWords } from '../core/words';

/** How the table and a board talk: all that a board may know and do. */
export type Desk = {
  view: View;
  words: GameWords;
  name: (seat: number) => string;
  say: (move: string) => string;
  term: (id: string) => string;
  play: (move: string) => void;
  why: (move: string, clause: string) => void;
  /** Offer several moves of one thing; one is played at once. */
  offer: (moves: string[]) => void;
  /** Take back one's last move, where the table allows it. */
  undo: (() => void) | null;
  still: boolean; // a picture: nothing can be played
};

export type Held = { id: string; key: string; mark?: string };

/** A card that flies from one place to another; places are `data-place` names. */
export type Flight = { from: string; to: string; card?: string };

export type SeatNote = {
  count: number | null;
  notes: string[];
  alarm: boolean;
  /** How the seat's things on the board are marked, where the name is not written on them. */
  badge?: { text: string; fill: string };
};

export type GameModule = {
  Board: Component<{ desk: Desk }>;
  Face: Component<{ id: string }>;
  Back: Component;
  /** Extra controls beside the hand (a toggle, a claim), if the game has some. */
  Aside?: Component<{ desk: Desk }>;
  /** How the scores came about, for the end of the game. */
  Scores?: Component<{ desk: Desk }>;
  /** What a card says, for games whose cards must be read before they are played. */
  Says?: Component<{ id: string }>;
  /** On a wide screen, whether the seats stand in a ring around the board. */
  ring?: boolean;
  hand: (view: View) => Held[];
  /** Tell whether the board offers this move itself, so that no button is needed. */
  covers: (view: View, move: string) => boolean;
  prompt: (view: View) => string | null;
  /** Say where a move acts and what it would hit, under its button. */
  note?: (desk: Desk, move: string) => string;
  /** Tell whether the seat is in the middle of an action, which it may undo. */
  unfinished?: (view: View) => boolean;
  seat: (view: View, seat: number) => SeatNote;
  flight: (told: Told, view: View) => Flight[];
};

type Loader = () => Promise<GameModule>;

const boards: Record<string, Loader> = {
  uno: () => import('./uno/index').then((m) => m.game),
  anthem: () => import('./anthem/index').then((m) => m.game),
  duckomenta: () => import('./duckomenta/index').then((m) => m.game),
  dectana: () => import('./dectana/index').then((m) => m.game),
  kardashev: () => import('./kardashev/index').then((m) => m.game),
};

/** Load the board of a game; a game without one gets the plain table. */
export async function moduleOf(game: string): Promise<GameModule> {
  const load = boards[game] ?? (() => import('./plain/index').then((m) => m.game));
  return load();
}
