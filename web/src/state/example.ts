/** An example of the rulebook, made ready: what a seat sees after each of its moves. */

import { api } from '../core/api';
import { recordOf, type Scenario } from '../core/record';
import { capital, sayMove, type GameWords } from '../core/words';
import type { Frame } from '../core/wire';
import { moduleOf, type GameModule } from '../games/module';
import { speech, wordsOf } from './speech.svelte';

export type Example = { frames: Frame[]; module: GameModule; words: GameWords };

/** Find the seat that an example is seen from: the one that acts first. */
export function facing({ moves, refused, legal }: Scenario): number {
  const line = moves?.[0] ?? Object.keys(refused ?? {})[0] ?? legal?.[0] ?? '0';
  return Number(line.split(' ')[0]);
}

/** Let the server show an example step by step, and load what draws it. */
export async function showExample(
  game: string,
  all: Record<string, unknown>,
  row: Scenario,
  lang: string,
): Promise<Example> {
  const frames = api.facts(game).then(async ({ version }) => {
    const record = recordOf(game, version, all, row);
    return (await api.replay({ record, seats: [facing(row)] })).frames;
  });
  const [module, words] = await Promise.all([moduleOf(game), wordsOf(game, lang)]);
  return { frames: await frames, module, words };
}

/** Name a seat of an example. */
export const seatName = (seat: number) => `${speech.texts.end.player} ${seat + 1}`;

/** Split a line of an example: who, and which move. */
export function lineOf(line: string): { seat: number; move: string } {
  const [seat = '0', ...move] = line.split(' ');
  return { seat: Number(seat), move: move.join(' ') };
}

/** Say a line of an example: who does what. */
export function sayLine(words: GameWords, line: string): string {
  const { seat, move } = lineOf(line);
  return speech.texts.pair(seatName(seat), capital(sayMove(words, move, seatName)));
}
