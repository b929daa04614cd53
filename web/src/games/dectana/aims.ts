/** Which moves belong to a space, and which spaces the powers on offer would reach. */

import type { View } from '../../core/view';
import { ahead, type Spot } from './space';
import { chosenOf, type DectanaTable, type Space } from './table';

const ON_PYRAMIDS = new Set(['push', 'shrink', 'turn']);
const AT_TARGET = new Set(['found', 'slide', 'take', 'destroy', 'harvest', 'cover']);

/** List the legal moves that name a space, its top card or a pyramid there. */
export function movesAt(view: View, table: DectanaTable, space: Space): string[] {
  const mine = space.pyramids.filter((p) => p.seat === view.seat);
  return view.moves.filter((move) => {
    const [verb = '', first = '', second = ''] = move.split(' ');
    if (verb === 'place') return first === space.name;
    if (verb === 'activate') return first === space.cards.at(-1) && mine.length > 0;
    if (verb === 'with') return mine.some((p) => p.id === first);
    if (ON_PYRAMIDS.has(verb))
      return space.pyramids.some((p) => String(p.seat) === first && p.id === second);
    return false;
  });
}

/** List the spaces that the powers now on offer would act on. */
export function aims(table: DectanaTable, moves: string[]): Spot[] {
  const chosen = chosenOf(table);
  if (!chosen || chosen.facing === 'up') return [];
  return moves.flatMap((move) => {
    const [verb = '', first = ''] = move.split(' ');
    if (verb === 'move') return [ahead(chosen.spot, chosen.facing, Number(first))];
    return AT_TARGET.has(verb) ? [ahead(chosen.spot, chosen.facing, 1)] : [];
  });
}
