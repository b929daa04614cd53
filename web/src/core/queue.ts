/** What happened at the table, shown one after the other, and never stuck.
 *
 * The first thing is shown at once. While it moves, later ones wait; when many wait, the
 * queue hurries, and when far too many wait it jumps to the last. A watchdog goes on when
 * a step does not say that it is done.
 */

export type Step = { show: () => void; move?: (hurry: number) => Promise<void> };

export type Clock = {
  set: (act: () => void, ms: number) => unknown;
  clear: (timer: unknown) => void;
};

const clock: Clock = {
  set: (act, ms) => setTimeout(act, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

export class Queue {
  private waiting: Step[] = [];
  private busy = false;

  constructor(
    private readonly watchdog = 2500,
    private readonly most = 24,
    private readonly time: Clock = clock,
  ) {}

  /** Tell how many steps wait. */
  get length(): number {
    return this.waiting.length;
  }

  /** Show a step as soon as those before it have been shown. */
  add(step: Step): void {
    this.waiting.push(step);
    if (this.waiting.length > this.most) this.flush();
    else if (!this.busy) this.next();
  }

  /** Show all that waits at once, without motion. */
  flush(): void {
    const steps = this.waiting;
    this.waiting = [];
    for (const step of steps) step.show();
  }

  private next(): void {
    const step = this.waiting.shift();
    if (!step) return;
    const hurry = 1 + this.waiting.length / 3;
    step.show();
    if (!step.move) return this.next();
    this.busy = true;
    let done = false;
    const go = () => {
      if (done) return;
      done = true;
      this.time.clear(timer);
      this.busy = false;
      this.next();
    };
    const timer = this.time.set(go, this.watchdog);
    step.move(hurry).then(go, go);
  }
}
