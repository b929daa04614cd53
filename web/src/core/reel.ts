/** Frames of a replay, fetched by the fifty when they are needed. */

import { api } from './api';
import type { Told } from './view';
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
    const frames = await this.part(Math.floor(move / PART), seat);
    return frames.find((frame) => frame.count === move);
  }

  /** Read what a seat was told, from the first move to the last, part by part. */
  async *told(moves: number, seat: number | null): AsyncGenerator<Told[]> {
    for (let part = 0; part * PART <= moves; part++) {
      const frames = await this.part(part, seat);
      yield frames.flatMap((frame) => (frame.events[0] ?? []) as unknown as Told[]);
    }
  }

  private part(part: number, seat: number | null): Promise<Frame[]> {
    const name = `${seat}/${part}`;
    const first = part * PART;
    const loading =
      this.parts.get(name) ??
      this.ask({ ...this.source, first, last: first + PART - 1, seats: [seat] }).then(
        (replay) => replay.frames,
      );
    this.parts.set(name, loading);
    loading.catch(() => this.parts.delete(name)); // to be asked again
    return loading;
  }
}
