/** Frames of a replay, fetched by the hundred when they are needed. */

import { api } from './api';
import type { Ask, Frame } from './wire';

const PART = 50;

type Source = Pick<Ask, 'record' | 'table' | 'keys'>;

export class Reel {
  private readonly parts = new Map<string, Promise<Frame[]>>();

  constructor(
    private readonly source: Source,
    private readonly ask = api.replay,
  ) {}

  /** Return the game after so many moves, as a seat (null: a watcher) sees it. */
  async frame(move: number, seat: number | null): Promise<Frame | undefined> {
    const part = Math.floor(move / PART);
    const name = `${seat}/${part}`;
    const first = part * PART;
    const loading =
      this.parts.get(name) ??
      this.ask({ ...this.source, first, last: first + PART - 1, seats: [seat] }).then(
        (replay) => replay.frames,
      );
    this.parts.set(name, loading);
    const frames = await loading;
    return frames.find((frame) => frame.count === move);
  }
}
