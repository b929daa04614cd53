/** A hand as a list of cards with keys that stay: equal cards are told apart by their place. */

import type { Held } from './module';

/** Key the cards of a hand. */
export function held(ids: string[], mark: (id: string) => string = () => ''): Held[] {
  const seen = new Map<string, number>();
  return ids.map((id) => {
    const nth = seen.get(id) ?? 0;
    seen.set(id, nth + 1);
    const note = mark(id);
    return { id, key: `${id}/${nth}`, ...(note ? { mark: note } : {}) };
  });
}
