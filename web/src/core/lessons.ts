/** The tutorial: a dozen scenarios, in the order in which the rulebook tells the game. */

import type { Scenario } from './record';

export type Lesson = { name: string; row: Scenario; clauses: string[] };

const MOST = 12;

/** Choose the lessons: those marked `lesson`, else one scenario a clause, evenly over the book. */
export function lessonsOf(all: Record<string, unknown>, order: string[]): Lesson[] {
  const rows = Object.entries(all)
    .filter(([name]) => name !== 'positions')
    .map(([name, row]) => ({
      name,
      row: row as Scenario,
      clauses: (row as Scenario).clauses ?? [],
    }));
  const marked = rows
    .filter(({ row }) => typeof row['lesson'] === 'number')
    .sort((a, b) => Number(a.row['lesson']) - Number(b.row['lesson']));
  if (marked.length) return marked;
  const shown = new Set<string>();
  const lessons: Lesson[] = [];
  for (const id of order) {
    const usual = (lesson: Lesson) =>
      lesson.clauses.includes(id) &&
      !shown.has(lesson.name) &&
      (lesson.row.moves?.length ?? 0) > 0 &&
      Object.keys(lesson.row.options ?? {}).length === 0;
    const found = rows.find(usual);
    if (!found) continue;
    shown.add(found.name);
    lessons.push({ ...found, clauses: [id] });
  }
  const every = Math.max(1, lessons.length / MOST);
  return lessons
    .filter((_, i) => Math.floor(i / every) !== Math.floor((i - 1) / every))
    .slice(0, MOST);
}
