import { expect, test, vi } from 'vitest';
import { Queue } from './queue';

const held = () => {
  let done = () => {};
  const move = vi.fn(() => new Promise<void>((go) => (done = go)));
  return { move, finish: () => done() };
};

test('the first step is shown at once, the next when it has arrived', async () => {
  const queue = new Queue();
  const shown: number[] = [];
  const first = held();
  queue.add({ show: () => shown.push(1), move: first.move });
  queue.add({ show: () => shown.push(2) });
  expect(shown).toEqual([1]);
  first.finish();
  await vi.waitFor(() => expect(shown).toEqual([1, 2]));
});

test('the watchdog goes on when a step never arrives', () => {
  vi.useFakeTimers();
  const queue = new Queue(1000);
  const shown: number[] = [];
  queue.add({ show: () => shown.push(1), move: () => new Promise(() => {}) });
  queue.add({ show: () => shown.push(2) });
  vi.advanceTimersByTime(999);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([1, 2]);
  vi.useRealTimers();
});

test('a step that fails does not stop the others', async () => {
  const queue = new Queue();
  const shown: number[] = [];
  queue.add({ show: () => shown.push(1), move: () => Promise.reject(new Error('no')) });
  queue.add({ show: () => shown.push(2) });
  await vi.waitFor(() => expect(shown).toEqual([1, 2]));
});

test('when far too many wait, the queue jumps to the last', () => {
  const queue = new Queue(1000, 3);
  const shown: number[] = [];
  for (let i = 0; i < 6; i++)
    queue.add({ show: () => shown.push(i), move: () => new Promise(() => {}) });
  expect(shown).toEqual([0, 1, 2, 3, 4]);
  expect(queue.length).toBe(1);
});

test('steps that wait are hurried', async () => {
  const queue = new Queue();
  const hurries: number[] = [];
  const first = held();
  queue.add({ show: () => {}, move: first.move });
  for (let i = 0; i < 3; i++)
    queue.add({ show: () => {}, move: (hurry) => Promise.resolve(void hurries.push(hurry)) });
  first.finish();
  await vi.waitFor(() => expect(hurries).toHaveLength(3));
  expect(hurries[0]).toBeGreaterThan(hurries[2] ?? 0);
});
