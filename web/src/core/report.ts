/** The report of an analysis, read with tolerance: what is missing is not drawn. */

export type Judged = {
  count: number; // after how many moves
  seat: number;
  move: string;
  best: string;
  loss: number;
  luck: number;
  shares: number[];
};

const number = (value: unknown) => (typeof value === 'number' && isFinite(value) ? value : 0);
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Read the judged moves of a report. */
export function readReport(report: Record<string, unknown>): Judged[] {
  const rows = Array.isArray(report['moves']) ? report['moves'] : [];
  return rows.map((row: Record<string, unknown>, i) => ({
    count: number(row['count'] ?? row['number'] ?? i),
    seat: number(row['seat']),
    move: text(row['move']),
    best: text(row['best']),
    loss: number(row['loss']),
    luck: number(row['luck']),
    shares: Array.isArray(row['shares']) ? row['shares'].map(number) : [],
  }));
}

/** Draw a seat's shares as a path in a box of the given size. */
export function curve(judged: Judged[], seat: number, width: number, height: number): string {
  const step = width / Math.max(1, judged.length - 1);
  return judged
    .filter((row) => row.shares.length > seat)
    .map(
      (row, i) =>
        `${i ? 'L' : 'M'}${(i * step).toFixed(1)} ${((1 - (row.shares[seat] ?? 0)) * height).toFixed(1)}`,
    )
    .join('');
}
