/** The tutorial: the scenarios that are marked as lessons, in their order. */

import type { Scenario } from './record';

export type Lesson = { name: string; row: Scenario; clauses: string[] };

/** Choose the lessons of a game among its scenarios. */
export function lessonsOf(all: Record<string, unknown>): Lesson[] {
  return Object.entries(all)
    .map(([name, part]) => ({ name, row: part as Scenario }))
    .filter(({ name, row }) => name !== 'positions' && row.lesson)
    .sort((a, b) => (a.row.lesson ?? 0) - (b.row.lesson ?? 0))
    .map(({ name, row }) => ({ name, row, clauses: row.clauses ?? [] }));
}
