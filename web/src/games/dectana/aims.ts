/** Which moves belong to a space, and which spaces the powers on offer would reach. */

import type { View } from '../../core/view';
import { speech } from '../../state/speech.svelte';
import type { Desk } from '../module';
import { ahead, keyOf, nameOf, type Spot } from './space';
import { chosenOf, readBoard, readPyramids, type DectanaTable, type Space } from './table';

const ON_PYRAMIDS = new Set(['push', 'shrink', 'turn']);
const ON_ITSELF = new Set(['create', 'grow', 'draw']);
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

/** Say where a move acts and what stands there: `h8 · Mill`, `g7, lying north`. */
export function note(desk: Desk, move: string): string {
  const t = speech.texts.boards.dectana;
  const table = desk.view.table as DectanaTable;
  const [verb = '', first = '', second = ''] = move.split(' ');
  const spaces = new Map(readBoard(table).map((space) => [space.key, space]));
  const pyramid = (seat: number, id: string) =>
    readPyramids(table).find((p) => p.seat === seat && p.id === id);
  const chosen = chosenOf(table);
  if (verb === 'with') {
    const own = pyramid(desk.view.seat ?? -1, first);
    return own ? `${nameOf(own.spot)}, ${t.facing[own.facing] ?? ''}` : '';
  }
  if (ON_PYRAMIDS.has(verb)) {
    const hit = pyramid(Number(first), second);
    if (!hit) return '';
    if (verb !== 'push' || !chosen) return `${nameOf(hit.spot)}, ${t.facing[hit.facing] ?? ''}`;
    const to = ahead(hit.spot, chosen.facing, 1);
    return `${nameOf(hit.spot)} → ${spaces.has(keyOf(to)) ? nameOf(to) : t.void}`;
  }
  const [spot] = aims(table, [move]);
  const hit = spot && spaces.get(keyOf(spot));
  if (hit) return `${hit.name} · ${desk.term(hit.cards.at(-1) ?? '') || t.wasteland}`;
  return chosen && ON_ITSELF.has(verb) ? nameOf(chosen.spot) : '';
}
