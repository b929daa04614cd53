/** What a player does at a table: choose, play, ask why, ask for advice, take back. */

import type { Live } from './live.svelte';
import { said } from './speech.svelte';

/** A rule to show: of a move that was refused, or of a line in the log. */
export type Why = { move: string; clause: string; sentence: string };

export class Turn {
  /** Moves to choose from, when one card or space allows several. */
  offered = $state.raw<string[]>([]);
  why = $state<Why | null>(null);
  /** The advice that was asked for: a move, or the sentence why there is none. */
  hint = $state.raw<{ move: string } | { sentence: string } | null>(null);

  constructor(private readonly live: () => Live) {}

  /** Play a move; a refusal shows its clause. */
  play = async (move: string): Promise<void> => {
    this.rest();
    const reply = await this.live().play(move);
    if (reply.type === 'refused' && reply.reason !== 'late')
      this.why = { move, clause: reply.clause, sentence: said(reply) };
  };

  /** Play the only move, or let the player choose. */
  offer = (moves: string[]): void => {
    if (moves.length === 1) void this.play(moves[0] ?? '');
    else this.offered = moves;
  };

  /** Show why a move is refused, or what a clause says. */
  explain = (move: string, clause: string): void => {
    this.why = { move, clause, sentence: '' };
  };

  undo = (): void => {
    this.rest();
    void this.live().ask({ type: 'propose', kind: 'takeback' });
  };

  askHint = async (): Promise<void> => {
    const reply = await this.live().ask({ type: 'hint' });
    if (reply.type === 'done' && reply.move) this.hint = { move: reply.move };
    else if (reply.type === 'refused') this.hint = { sentence: said(reply) };
  };

  /** Put away what belonged to the moment before. */
  rest(): void {
    this.offered = [];
    this.hint = null;
  }
}
