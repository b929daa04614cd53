/** A position's places: lists of cards in it, found by their paths, taken from and laid on. */

export type Position = Record<string, unknown>;
export type Slot = string | null;
export type Kind = 'pile' | 'slots' | 'spaces';

/** What a game's position holds: a path (`#` for each seat), how it is called, what it is. */
export type Shape = { path: string; called: string; kind: Kind };

/** One place: `of` is the seat, or the name of the space. */
export type Place = {
  path: string[];
  called: string;
  kind: Kind;
  of: number | string | null;
  cards: Slot[];
};

/** List the places of a position. */
export function placesOf(position: Position, shapes: Shape[]): Place[] {
  return shapes.flatMap(({ path, called, kind }) => {
    const [field = '', each] = path.split('.');
    const held = position[field];
    const place = (key: string | null, cards: unknown, of: Place['of']): Place[] =>
      Array.isArray(cards)
        ? [{ path: key === null ? [field] : [field, key], called, kind, of, cards }]
        : [];
    if (each === undefined) return place(null, held, null);
    return Object.entries(held ?? {}).flatMap(([key, cards]) =>
      place(key, cards, Array.isArray(held) ? Number(key) : key),
    );
  });
}

/** Return the position with a card taken from a place. */
export function take(position: Position, place: Place, at: number): Position {
  const rest =
    place.kind === 'slots'
      ? place.cards.with(at, null)
      : place.cards.filter((_, index) => index !== at);
  return withCards(position, place, rest);
}

/** Return the position with a card laid on a place: on its top, or in one of its slots. */
export function lay(position: Position, place: Place, card: string, at?: number): Position {
  const cards = at === undefined ? [...place.cards, card] : place.cards.with(at, card);
  return withCards(position, place, cards);
}

/** Find a place again, after the position has changed. */
export function again(position: Position, shapes: Shape[], place: Place): Place {
  const same = (other: Place) => other.path.join('.') === place.path.join('.');
  return placesOf(position, shapes).find(same) ?? { ...place, cards: [] };
}

function withCards(position: Position, { path, kind }: Place, cards: Slot[]): Position {
  const [field = '', key] = path;
  if (key === undefined) return { ...position, [field]: cards };
  const held = position[field];
  if (Array.isArray(held)) return { ...position, [field]: held.with(Number(key), cards) };
  const spaces = { ...(held as Record<string, Slot[]>), [key]: cards };
  if (kind === 'spaces' && !cards.length) delete spaces[key];
  return { ...position, [field]: spaces };
}
