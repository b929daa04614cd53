/** The report of an analysis, read with tolerance: what is missing is not drawn. */

export type Judged = {
  number: number; // of the move
  seat: number;
  move: string;
  best: string | null; // null: to stay silent
  loss: number;
  error: number;
};

/** A line of the ledger: what it added to the seat's share, and of whom it tells. */
export type Entry = { name: string; of: number | null; share: number; error: number };
export type Account = { seat: number; result: number; entries: Entry[]; gap: number };

export type Report = {
  curve: number[][]; // after each move, from none on: every seat's share
  mistakes: Judged[]; // the dearest first
  ledger: Account[];
  samples: number;
};

type Row = Record<string, unknown>;

const number = (value: unknown) => (typeof value === 'number' && isFinite(value) ? value : 0);
const rows = (value: unknown) =>
  (Array.isArray(value) ? value : []).filter(
    (row): row is Row => row !== null && typeof row === 'object',
  );

/** Read a report. */
export function readReport(report: Row): Report {
  const curve = Array.isArray(report['curve']) ? (report['curve'] as unknown[]) : [];
  const moves = new Map(rows(report['moves']).map((row) => [number(row['number']), row]));
  return {
    curve: curve.map((shares) => (Array.isArray(shares) ? shares.map(number) : [])),
    mistakes: rows(report['mistakes']).map((row) =>
      judged({ ...moves.get(number(row['number'])), ...row }),
    ),
    ledger: rows(report['ledger']).map(account),
    samples: number(report['samples']),
  };
}

function judged(row: Row): Judged {
  return {
    number: number(row['number']),
    seat: number(row['seat']),
    move: String(row['move'] ?? ''),
    best: typeof row['best'] === 'string' ? row['best'] : null,
    loss: number(row['loss']),
    error: number(row['error']),
  };
}

function account(row: Row): Account {
  const lines = Object.entries((row['lines'] ?? {}) as Record<string, Row>);
  const entries = [
    ...lines.map(([name, line]) => entry(name, null, line)),
    ...rows(row['opponents']).map((line) => entry('opponent', number(line['seat']), line)),
  ];
  return {
    seat: number(row['seat']),
    result: number(row['result']),
    entries,
    gap: number(row['closure']),
  };
}

function entry(name: string, of: number | null, line: Row): Entry {
  return { name, of, share: number(line['share']), error: number(line['error']) };
}

/** Say where each entry's bar begins and ends: each goes on where the one before stopped. */
export function steps(entries: Entry[]): { from: number; to: number }[] {
  let at = 0;
  return entries.map(({ share }) => {
    const from = at;
    at += share;
    return { from, to: at };
  });
}

/** Draw a seat's shares as a path in a box of the given size. */
export function path(curve: number[][], seat: number, width: number, height: number): string {
  const step = width / Math.max(1, curve.length - 1);
  return curve
    .map((shares, i) => {
      const y = (1 - (shares[seat] ?? 0)) * height;
      return `${i ? 'L' : 'M'}${(i * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
