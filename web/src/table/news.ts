/** What a screen reader says of the moves: every line once, in the order of the table. */

import type { Told } from '../core/view';

export type Line = { n: number | string; text: string };

const KEPT = 12; // lines that stay; a reader speaks those that are added

/** Put what was told into lines, advice last. */
export function newsOf(told: Told[], say: (one: Told) => string, advice: string): Line[] {
  const lines: Line[] = told.slice(-KEPT).map((one) => ({ n: one.n, text: say(one) }));
  return advice ? [...lines, { n: advice, text: advice }] : lines;
}
