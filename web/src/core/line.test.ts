import { expect, test } from 'vitest';
import { Line, type LineStatus, type Socket, type World } from './line';
import type { FromServer } from './wire';

type Fake = Socket & { sent: Record<string, unknown>[]; say: (message: unknown) => void };

function world() {
  const sockets: Fake[] = [];
  const timers: { ms: number; act: () => void; off: boolean }[] = [];
  const made: World = {
    open: () => {
      const socket: Fake = {
        readyState: 1,
        sent: [],
        send: (text) => socket.sent.push(JSON.parse(text)),
        say: (message) => socket.onmessage?.({ data: JSON.stringify(message) }),
        close: () => socket.onclose?.(),
        onopen: null,
        onmessage: null,
        onclose: null,
      };
      sockets.push(socket);
      return socket;
    },
    after: (ms, act) => {
      const timer = { ms, act, off: false };
      timers.push(timer);
      return () => (timer.off = true);
    },
    random: () => 0.5,
  };
  const wake = () => timers.filter((t) => !t.off).forEach((t) => ((t.off = true), t.act()));
  return { made, sockets, wake };
}

function line() {
  const { made, sockets, wake } = world();
  const seen: FromServer[] = [];
  const statuses: LineStatus[] = [];
  const on = {
    message: (m: FromServer) => void seen.push(m),
    status: (s: LineStatus) => void statuses.push(s),
  };
  const made2 = new Line('ws://x', () => ({ type: 'hello', since: seen.length }), on, made);
  const open = (at: number) => {
    sockets[at]!.onopen?.();
    sockets[at]!.say({ type: 'welcome' });
  };
  return { line: made2, sockets, wake, seen, statuses, open };
}

test('the line greets first and is live after the welcome', () => {
  const { sockets, statuses, open } = line();
  open(0);
  expect(sockets[0]!.sent).toEqual([{ type: 'hello', since: 0 }]);
  expect(statuses).toEqual(['live']);
});

test('a request that was not answered is sent again with the same id', async () => {
  const { line: it, sockets, wake, open } = line();
  open(0);
  const reply = it.ask({ type: 'play', move: 'draw', at: 3 });
  const first = sockets[0]!.sent[1]!;
  sockets[0]!.close();
  expect(it.status).toBe('lost');
  wake();
  open(1);
  expect(sockets[1]!.sent).toEqual([{ type: 'hello', since: 1 }, first]);
  sockets[1]!.say({ type: 'view', ack: first['id'], events: [] });
  await expect(reply).resolves.toMatchObject({ type: 'view' });
});

test('an answered request is not sent again', async () => {
  const { line: it, sockets, wake, open } = line();
  open(0);
  const reply = it.ask({ type: 'why', move: 'draw' });
  sockets[0]!.say({ type: 'because', id: sockets[0]!.sent[1]!['id'], allowed: false });
  await reply;
  sockets[0]!.close();
  wake();
  open(1);
  expect(sockets[1]!.sent).toHaveLength(1);
});

test('an old client stops and says so', () => {
  const { line: it, sockets, wake, open } = line();
  open(0);
  sockets[0]!.say({ type: 'bye', reason: 'old', again: 0 });
  sockets[0]!.close();
  wake();
  expect(it.status).toBe('old');
  expect(sockets).toHaveLength(1);
});

test('a closed line stays closed', () => {
  const { line: it, sockets, wake, open } = line();
  open(0);
  it.close();
  wake();
  expect(it.status).toBe('closed');
  expect(sockets).toHaveLength(1);
});

test('a silent line asks for a sign of life and then comes back', () => {
  const { line: it, sockets, wake, open } = line();
  open(0);
  wake();
  expect(sockets[0]!.sent.at(-1)).toMatchObject({ type: 'ping' });
  wake();
  expect(it.status).toBe('lost');
});
