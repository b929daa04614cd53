/** SHA-256: a page on a plain http address of the living room has no crypto.subtle. */

const primes = Array.from({ length: 312 }, (_, i) => i).filter(
  (n) => n > 1 && Array.from({ length: n - 2 }, (_, i) => i + 2).every((d) => n % d),
);
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const ROUNDS = primes.slice(0, 64).map((p) => fraction(Math.cbrt(p)));
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

const turned = (n: number, by: number) => (n >>> by) | (n << (32 - by));
const at = (row: ArrayLike<number>, i: number) => row[i] ?? 0;

/** Hash a text, and write the hash in hexadecimal. */
export function sha256(text: string): string {
  const blocks = padded(new TextEncoder().encode(text));
  let hash = START;
  for (let i = 0; i < blocks.byteLength; i += 64) hash = mix(hash, blocks, i);
  return hash.map((n) => (n >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Fill up to whole blocks: a one, zeros, and the length in bits. */
function padded(bytes: Uint8Array): DataView {
  const all = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setBigUint64(all.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

function mix(hash: number[], blocks: DataView, from: number): number[] {
  const words = schedule(blocks, from);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i++) {
    const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + one + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(words, i)) | 0;
    const two = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((n, i) => (n + at(hash, i)) | 0);
}

/** Stretch the sixteen words of a block to sixty-four. */
function schedule(blocks: DataView, from: number): Int32Array {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i++) words[i] = blocks.getInt32(from + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [at(words, i - 15), at(words, i - 2)];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = at(words, i - 16) + low + at(words, i - 7) + high;
  }
  return words;
}
