/** Moves, events and names in words: the same patterns that the server uses. */

import type { Told } from './view';

export type GameWords = {
  title: string;
  moves?: Record<string, string>;
  events?: Record<string, string>;
  cards?: Record<string, string>;
  terms?: Record<string, string>;
  options?: Record<string, string>;
  values?: Record<string, string>; // by option and value: `mode match`
  [table: string]: unknown;
};

export type NameSeat = (seat: number) => string;

const SEAT_ARGUMENTS = new Set(['seat', 'by', 'to', 'of']);

/** Fill `{}`, `{0}` and `{name}` in a sentence. */
export function fill(sentence: string, said: Record<string, string>): string {
  let next = 0;
  return sentence.replace(/\{(\w*)\}/g, (whole, key: string) => {
    const value = said[key === '' ? String(next++) : key];
    return value ?? whole;
  });
}

/** Begin a sentence with a capital. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Translate the name of a card, colour or place. */
export function term(words: GameWords, name: string): string {
  return words.cards?.[name] ?? words.terms?.[name] ?? name;
}

/** Name the value of an option; `said` names yes and no. */
export function valueName(
  words: GameWords,
  option: string,
  value: unknown,
  said: { yes: string; no: string },
): string {
  if (typeof value === 'boolean') return value ? said.yes : said.no;
  return words.values?.[`${option} ${String(value)}`] ?? String(value);
}

/** Say a move by the first pattern that fits it; unknown moves stay as they are written. */
export function sayMove(words: GameWords, move: string, seat: NameSeat): string {
  const tokens = move.split(' ');
  for (const [pattern, sentence] of Object.entries(words.moves ?? {})) {
    const shape = pattern.split(' ');
    if (shape.length !== tokens.length) continue;
    if (!shape.every((p, i) => p === '*' || p === '#' || p === tokens[i])) continue;
    const said: Record<string, string> = {};
    let at = 0;
    shape.forEach((p, i) => {
      const token = tokens[i] ?? '';
      if (p === '#') said[at++] = seat(Number(token));
      else if (p === '*') said[at++] = term(words, token);
    });
    return fill(sentence, said);
  }
  return move;
}

/** Say an event; `<name>_hidden` serves those who do not know it all. */
export function sayEvent(words: GameWords, told: Told, seat: NameSeat): string {
  const values = Object.entries(told);
  const hidden = values.some(([, value]) => value === null);
  const name = hidden ? `${told.event}_hidden` : told.event;
  const sentence = words.events?.[name] ?? words.events?.[told.event];
  if (sentence === undefined) return told.event;
  const said: Record<string, string> = {};
  for (const [key, value] of values) {
    said[key] =
      SEAT_ARGUMENTS.has(key) && typeof value === 'number'
        ? seat(value)
        : Array.isArray(value)
          ? value.map((v) => term(words, String(v))).join(', ')
          : term(words, String(value));
  }
  return capital(fill(sentence, said));
}
