/** A constellation of its own for each card, found from its name. */

export type Star = { x: number; y: number; size: number };

/** Mix a name and a number into a fraction. */
function chance(name: string, n: number): number {
  let mixed = 2166136261 ^ n;
  for (const letter of name) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 16777619);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2246822519);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}

/** Place five to seven stars around the emblem, in the order in which they are joined. */
export function constellation(id: string): Star[] {
  const count = 5 + Math.floor(chance(id, 0) * 3);
  const from = chance(id, 1) * Math.PI * 2;
  return Array.from({ length: count }, (_, i) => {
    const turn = from + ((i + chance(id, 3 * i + 2) * 0.7) / (count + 1.2)) * Math.PI * 2;
    const far = 0.82 + chance(id, 3 * i + 3) * 0.25;
    return {
      x: Math.round((30 + Math.cos(turn) * 23 * far) * 10) / 10,
      y: Math.round((39 + Math.sin(turn) * 18.5 * far) * 10) / 10,
      size: 0.7 + chance(id, 3 * i + 4) * 0.8,
    };
  });
}
