/** A live table: its line, what is known, and what the board shows of it. */

import { liveUrl } from '../core/api';
import { Line, type LineStatus, type Reply, type Unsent } from '../core/line';
import { Queue } from '../core/queue';
import { EMPTY, receive, since, type Room, type Sight } from '../core/room';
import type { Told } from '../core/view';
import type { FromServer } from '../core/wire';

/** Moves things on the table for what was told; resolves when they have arrived. */
export type Mover = (told: Told[], sight: Sight, hurry: number) => Promise<void>;

export class Live {
  room = $state.raw<Room>(EMPTY);
  status = $state<LineStatus>('connecting');
  /** Whose view is shown: a seat of this screen, or null for a watcher. */
  facing = $state<number | null>(null);
  shown = $state.raw<Sight | null>(null);
  covered = $state(false);
  mover: Mover | null = null;
  private readonly line: Line;
  private readonly queue = new Queue();

  constructor(
    readonly id: string,
    readonly keys: () => string[],
    invitation: string,
  ) {
    this.line = new Line(
      liveUrl(id),
      () => ({
        type: 'hello',
        keys: keys(),
        since: since(this.room),
        changes: true,
        ...(invitation ? { invitation } : {}),
      }),
      {
        message: (message) => this.receive(message),
        status: (status) => (this.status = status),
      },
    );
  }

  /** Send a request to the table; the answer tells how it went. */
  ask(message: Unsent): Promise<Reply> {
    return this.line.ask({ ...message, seat: this.facing } as Unsent);
  }

  /** Play a move for the seat that is shown. */
  play(move: string): Promise<Reply> {
    return this.ask({ type: 'play', move, at: this.shown?.number ?? 0 });
  }

  /** Come back as soon as possible. */
  hurry(): void {
    this.line.hurry();
  }

  /** Leave the table on this screen. */
  close(): void {
    this.line.close();
  }

  /** Turn the screen to another of its seats, after the cover. */
  turnTo(seat: number): void {
    this.facing = seat;
    this.covered = false;
    this.shown = this.room.sights.get(seat) ?? null;
  }

  private receive(message: FromServer): void {
    const before = this.room;
    this.room = receive(before, message, Date.now());
    if (message.type === 'welcome') this.greet();
    if (message.type === 'view' || message.type === 'change') this.show(message.seat);
  }

  private greet(): void {
    const { mine } = this.room;
    if (this.facing === null || !mine.includes(this.facing)) this.facing = mine[0] ?? null;
    this.covered = mine.length > 1;
  }

  private show(seat: number | null): void {
    const sight = this.room.sights.get(seat);
    if (!sight) return;
    if (seat === this.facing) {
      const before = this.shown;
      const last = before?.told.at(-1)?.n ?? -1;
      const fresh = before ? sight.told.filter((t) => t.n > last) : [];
      this.queue.add({
        show: () => (this.shown = sight),
        ...(fresh.length && this.mover ? { move: this.moving(fresh, sight) } : {}),
      });
    }
    this.passOn();
  }

  private moving(fresh: Told[], sight: Sight) {
    return (hurry: number) => this.mover?.(fresh, sight, hurry) ?? Promise.resolve();
  }

  /** With several seats on one screen, cover it when another of them is to choose. */
  private passOn(): void {
    const { mine, sights } = this.room;
    if (mine.length < 2 || this.facing === null) return;
    const asked = sights.get(this.facing)?.view.to_move ?? [];
    if (asked.includes(this.facing)) return;
    const next = mine.find((seat) => asked.includes(seat));
    if (next !== undefined && next !== this.facing) {
      this.covered = true;
      this.facing = next;
      this.shown = null;
    }
  }
}
