/** The strengths of bots: which are offered to people, and which is the usual one. */

const USUAL = 'level:3';

/** List the levels that people may choose, the weakest first. */
export function offered(levels: string[]): string[] {
  const numbered = levels.filter((level) => level.startsWith('level:')).sort();
  return numbered.length ? numbered : levels;
}

/** Choose the level for those who do not ask for one. */
export function usual(levels: string[]): string {
  return levels.includes(USUAL) ? USUAL : (offered(levels)[0] ?? 'random');
}
