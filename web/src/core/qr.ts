/** QR codes (ISO 18004), as far as a link needs them: bytes, level M, versions 1 to 9. */

/** Of each version: check bytes a block, sizes of its blocks, places of alignment marks. */
const VERSIONS: readonly [number, readonly number[], readonly number[]][] = [
  [10, [16], []],
  [16, [28], [6, 18]],
  [26, [44], [6, 22]],
  [18, [32, 32], [6, 26]],
  [24, [43, 43], [6, 30]],
  [16, [27, 27, 27, 27], [6, 34]],
  [18, [31, 31, 31, 31], [6, 22, 38]],
  [22, [38, 38, 39, 39], [6, 24, 42]],
  [22, [36, 36, 36, 37, 37], [6, 26, 46]],
];

const EXP: number[] = [];
const LOG: number[] = [];
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = x;
  LOG[x] = i;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}
const times = (a: number, b: number) => (a && b ? (EXP[(LOG[a]! + LOG[b]!) % 255] ?? 0) : 0);

/** Write a text as rows of dark (true) and light cells; empty when it is too long. */
export function encode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + VERSIONS.findIndex(([, blocks]) => sum(blocks) >= bytes.length + 2);
  if (!version) return [];
  const { cells, fixed } = frame(version);
  place(cells, fixed, interleave(dataOf(bytes, version), version));
  let best: boolean[][] = [];
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const masked = cells.map((row, y) =>
      row.map((dark, x) => dark !== (!fixed[y]![x] && hides(mask, x, y))),
    );
    writeFormat(masked, mask);
    const cost = ugliness(masked);
    if (cost < least) [best, least] = [masked, cost];
  }
  return best;
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

function dataOf(bytes: Uint8Array, version: number): number[] {
  const room = sum(VERSIONS[version - 1]![1]);
  let bits = `0100${bytes.length.toString(2).padStart(8, '0')}`;
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  bits = `${bits}0000`.slice(0, room * 8);
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  const data = (bits.match(/.{8}/g) ?? []).map((b) => parseInt(b, 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Cut the data into blocks, add their check bytes, and deal them out in turn. */
function interleave(data: number[], version: number): number[] {
  const [checks, sizes] = VERSIONS[version - 1]!;
  let at = 0;
  const blocks = sizes.map((size) => data.slice(at, (at += size)));
  const tails = blocks.map((block) => checkBytes(block, checks));
  const out: number[] = [];
  for (let i = 0; i < Math.max(...sizes); i++)
    for (const block of blocks) if (i < block.length) out.push(block[i]!);
  for (let i = 0; i < checks; i++) for (const tail of tails) out.push(tail[i]!);
  return out;
}

/** Divide by the generator polynomial (Reed and Solomon). */
function checkBytes(block: number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((g, j) => (next[j + 1]! ^= times(g, EXP[i]!)));
    generator = next;
  }
  const rest = [...block, ...Array<number>(count).fill(0)];
  block.forEach((_, i) => {
    const lead = rest[i]!;
    generator.forEach((g, j) => (rest[i + j]! ^= times(g, lead)));
  });
  return rest.slice(block.length);
}

/** Draw what is the same in every code of a version, and mark it as fixed. */
function frame(version: number): { cells: boolean[][]; fixed: boolean[][] } {
  const size = 17 + 4 * version;
  const grid = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const cells = grid();
  const fixed = grid();
  const set = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    cells[y]![x] = dark;
    fixed[y]![x] = true;
  };
  const square = (cx: number, cy: number, reach: number, dark: (ring: number) => boolean) => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++)
        set(cx + x, cy + y, dark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const finder = (ring: number) => ring !== 2 && ring !== 4;
  square(3, 3, 4, finder);
  square(size - 4, 3, 4, finder);
  square(3, size - 4, 4, finder);
  const marks = VERSIONS[version - 1]![2];
  const last = marks.at(-1);
  for (const y of marks)
    for (const x of marks) {
      const corner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!corner) square(x, y, 2, (ring) => ring !== 1);
    }
  for (let i = 0; i < 9; i++) {
    set(8, i, cells[i]![8]!);
    set(i, 8, cells[8]![i]!);
    if (i < 8) {
      set(8, size - 1 - i, false);
      set(size - 1 - i, 8, false);
    }
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const bits = (version << 12) | remainder(version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [Math.floor(i / 3), size - 11 + (i % 3)];
      set(a, b, ((bits >> i) & 1) === 1);
      set(b, a, ((bits >> i) & 1) === 1);
    }
  }
  return { cells, fixed };
}

/** Lay the bits in columns of two, up and down, around what is fixed. */
function place(cells: boolean[][], fixed: boolean[][], bytes: number[]): void {
  const size = cells.length;
  let bit = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (fixed[y]![x]) continue;
        cells[y]![x] = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        bit++;
      }
    }
  }
}

function hides(mask: number, x: number, y: number): boolean {
  const rules = [
    (x + y) % 2,
    y % 2,
    x % 3,
    (x + y) % 3,
    (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
    ((x * y) % 2) + ((x * y) % 3),
    (((x * y) % 2) + ((x * y) % 3)) % 2,
    (((x + y) % 2) + ((x * y) % 3)) % 2,
  ];
  return rules[mask] === 0;
}

function remainder(value: number, shift: number, divisor: number): number {
  let rest = value << shift;
  for (let bit = 31; bit >= shift; bit--)
    if ((rest >> bit) & 1) rest ^= divisor << (bit - shift);
  return rest;
}

/** Write level and mask beside the finders, twice. */
function writeFormat(cells: boolean[][], mask: number): void {
  const size = cells.length;
  const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412; // level M is 00
  const dark = (i: number) => ((bits >> i) & 1) === 1;
  for (let i = 0; i < 15; i++) {
    const a = i < 6 ? i : i < 8 ? i + 1 : size - 15 + i;
    cells[a]![8] = dark(i);
    const b = i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i;
    cells[8]![b] = dark(i);
  }
  cells[size - 8]![8] = true;
}

/** Rate a code: long runs and blocks of one colour are hard to read. */
function ugliness(cells: boolean[][]): number {
  let cost = 0;
  const size = cells.length;
  for (let y = 0; y < size; y++) {
    let [across, down] = [1, 1];
    for (let x = 1; x < size; x++) {
      across = cells[y]![x] === cells[y]![x - 1] ? across + 1 : 1;
      down = cells[x]![y] === cells[x - 1]![y] ? down + 1 : 1;
      for (const run of [across, down]) cost += run === 5 ? 3 : run > 5 ? 1 : 0;
      if (
        y &&
        across > 1 &&
        cells[y - 1]![x] === cells[y]![x] &&
        cells[y - 1]![x - 1] === cells[y]![x]
      )
        cost += 3;
    }
  }
  return cost;
}
