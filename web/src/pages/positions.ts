/** Positions for the editor: dealt anew, or shown as a seat sees them. */

import { api } from '../core/api';
import type { Position } from '../core/position';
import { recordFrom, recordOfDeal } from '../core/record';
import type { View } from '../core/view';

/** Deal a game, and return its position. */
export async function dealt(game: string, seats: number): Promise<Position> {
  const { version } = await api.facts(game);
  const record = recordOfDeal(game, version, seats, crypto.randomUUID());
  const { frames } = await api.replay({ record, last: 0, positions: true });
  return frames[0]?.position ?? {};
}

/** Return what a seat sees of a position; a Refusal names the field that is wrong. */
export async function seen(position: Position, seat: number): Promise<View> {
  const { frames } = await api.replay({ record: recordFrom(position), seats: [seat] });
  return frames[0]?.views[0] as unknown as View;
}
