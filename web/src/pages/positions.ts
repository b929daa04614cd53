/** Where the position editor starts: with the first example of the rulebook. */

import { positionOf, type Scenario } from '../core/record';

/** Find a complete position among the scenarios of a game. */
export function startPosition(
  game: string,
  version: number,
  all: Record<string, unknown>,
): Record<string, unknown> | null {
  const rows = Object.entries(all).filter(([name]) => name !== 'positions');
  for (const [, row] of rows) {
    const scenario = row as Scenario;
    if (scenario.seed !== undefined) continue;
    return {
      game,
      version,
      seats: scenario.seats,
      options: scenario.options ?? {},
      count: 0,
      random: { key: `${'00'.repeat(31)}07`, at: 0 },
      ...positionOf(all, scenario),
    };
  }
  return null;
}
