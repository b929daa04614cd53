/** What a card of UNO shows, read from its id (`red-7-love`, `wild4-money`). */

export type Colour = 'red' | 'yellow' | 'green' | 'blue';
export type UnoFace = { colour: Colour | null; kind: string; icon: 'love' | 'money' };

export const COLOURS: Colour[] = ['red', 'yellow', 'green', 'blue'];

export const FILLS: Record<Colour, string> = {
  red: '#b3303a',
  yellow: '#e2b13c',
  green: '#2c7350',
  blue: '#2c5a94',
};

export const DEEP: Record<Colour, string> = {
  red: '#8c1f2b',
  yellow: '#c18f1b',
  green: '#1d563a',
  blue: '#1e4373',
};

/** Dark enough to be read on white. */
export const INKS: Record<Colour, string> = {
  red: '#8c1f2b',
  yellow: '#6f4e07',
  green: '#1d563a',
  blue: '#1e4373',
};

/** The badge of each colour has a shape of its own: colour is never alone. */
export const SHAPES: Record<Colour, string> = {
  red: 'M30 22a23 23 0 1 0 .01 0Z',
  yellow: 'M30 19 53 45 30 71 7 45Z',
  green: 'M18 24h24l12 21-12 21H18L6 45Z',
  blue: 'M14 24h32q6 0 6 6v30q0 6-6 6H14q-6 0-6-6V30q0-6 6-6Z',
};

/** The ground of each colour has a pattern of its own. */
export const PATTERNS: Record<Colour, string> = {
  red: 'M-5 20 25-10M-5 40 45-10M-5 60 65-10M-5 80 65 10M-5 100 65 30M15 100 65 50M35 100 65 70',
  yellow: 'M0 9h60M0 21h60M0 33h60M0 45h60M0 57h60M0 69h60M0 81h60',
  green: 'M6 0v90M18 0v90M30 0v90M42 0v90M54 0v90',
  blue: 'M0 15h60M0 30h60M0 45h60M0 60h60M0 75h60M12 0v90M24 0v90M36 0v90M48 0v90',
};

export const HEART =
  'M0 4.6C-7-.6-5-5.6-2.2-5.6-.8-5.6 0-4.4 0-3.6 0-4.4.8-5.6 2.2-5.6 5-5.6 7-.6 0 4.6Z';

/** Read the id of a card. */
export function readFace(id: string): UnoFace {
  const parts = id.split('-');
  const icon = parts.at(-1) === 'money' ? 'money' : 'love';
  const colour = COLOURS.find((c) => c === parts[0]) ?? null;
  return { colour, kind: (colour ? parts[1] : parts[0]) ?? '', icon };
}
