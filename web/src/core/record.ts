/** Records as texts: what the client must read and write of them. */

export type Scenario = {
  clauses?: string[];
  fr: string;
  en: string;
  seats: number;
  base?: string;
  position?: Record<string, unknown>;
  options?: Record<string, unknown>;
  moves?: string[];
  refused?: Record<string, string>;
  legal?: string[];
  seed?: string;
  lesson?: number;
  [more: string]: unknown;
};

export type Scenarios = Record<string, Scenario>;

const KEY = `${'00'.repeat(31)}07`;

/** Read the text "null" as the null that TOML lacks. */
export function nulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nulls);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, nulls(part)]));
  return value === 'null' ? null : value;
}

/** Find the whole position of a scenario: its own fields over those of its base. */
export function positionOf(
  all: Record<string, unknown>,
  row: Scenario,
): Record<string, unknown> {
  const base = row.base;
  if (!base) return row.position ?? {};
  const named = (all['positions'] as Record<string, Record<string, unknown>> | undefined)?.[
    base
  ];
  const below = named ?? (all[base] ? positionOf(all, all[base] as Scenario) : {});
  return { ...below, ...row.position };
}

/** Write a scenario as a record, so that the server can show its every step. */
export function recordOf(
  game: string,
  version: number,
  all: Record<string, unknown>,
  row: Scenario,
): string {
  const options = row.options ?? {};
  const start =
    row.seed === undefined
      ? `position ${JSON.stringify({
          game,
          version,
          seats: row.seats,
          options,
          count: 0,
          random: { key: KEY, at: 0 },
          ...positionOf(all, row),
        })}`
      : `seed ${JSON.stringify(row.seed)}`;
  return writeRecord(game, version, row.seats, options, start, row.moves ?? []);
}

/** Write a record that begins from a complete position. */
export function recordFrom(position: Record<string, unknown>): string {
  return writeRecord(
    String(position['game']),
    Number(position['version']),
    Number(position['seats']),
    (position['options'] ?? {}) as Record<string, unknown>,
    `position ${JSON.stringify(position)}`,
    [],
  );
}

/** Write a record of a deal, nothing played yet. */
export function recordOfDeal(
  game: string,
  version: number,
  seats: number,
  seed: string,
): string {
  return writeRecord(game, version, seats, {}, `seed ${JSON.stringify(seed)}`, []);
}

function writeRecord(
  game: string,
  version: number,
  seats: number,
  options: Record<string, unknown>,
  start: string,
  moves: string[],
): string {
  const lines = ['pioche record 1', `game ${game}`, `rules ${version}`, `seats ${seats}`];
  for (const [name, value] of Object.entries(options))
    lines.push(`option ${name} ${JSON.stringify(value)}`);
  lines.push(start, 'moves', ...moves.map((move, i) => `${i + 1} ${move}`));
  return `${lines.join('\n')}\n`;
}
