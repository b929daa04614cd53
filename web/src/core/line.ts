/** The line to a table: it comes back by itself, and sends again what was not answered. */

import type { FromClient, FromServer, Hello } from './wire';

export type LineStatus = 'connecting' | 'live' | 'lost' | 'old' | 'closed';
export type Reply = Extract<
  FromServer,
  { type: 'done' | 'refused' | 'because' | 'view' | 'change' }
>;
export type Request = Exclude<FromClient, Hello>;
/** A request before it has its id. */
export type Unsent = Request extends infer R
  ? R extends Request
    ? Omit<R, 'id'>
    : never
  : never;

export type Socket = {
  readyState: number;
  send: (text: string) => void;
  close: () => void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
};

/** What the line needs of the world; tests bring their own. */
export type World = {
  open: (url: string) => Socket;
  after: (ms: number, act: () => void) => () => void;
  random: () => number;
};

export const browser: World = {
  open: (url) => new WebSocket(url) as unknown as Socket,
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;
const SILENCE = 25_000;

type Pending = { text: string; answer: (reply: Reply) => void };

export class Line {
  status: LineStatus = 'connecting';
  private socket: Socket | null = null;
  private pending = new Map<string, Pending>();
  private tries = 0;
  private next = 0;
  private again: (() => void) | null = null;
  private listening: (() => void) | null = null;
  private readonly name: string;

  constructor(
    private readonly url: string,
    private readonly hello: () => Hello,
    private readonly on: {
      message: (message: FromServer) => void;
      status: (status: LineStatus) => void;
    },
    private readonly world: World = browser,
  ) {
    this.name = world.random().toString(36).slice(2, 10);
    this.connect();
  }

  /** Send a request; the answer comes even when the line breaks in between. */
  ask(message: Unsent): Promise<Reply> {
    const id = `${this.name}-${this.next++}`;
    const text = JSON.stringify({ ...message, id });
    return new Promise((answer) => {
      this.pending.set(id, { text, answer });
      if (this.status === 'live') this.socket?.send(text);
    });
  }

  /** Try at once instead of waiting for the next try. */
  hurry(): void {
    if (this.status === 'lost') this.connect();
  }

  /** Close for good. */
  close(): void {
    this.turn('closed');
    this.again?.();
    this.listening?.();
    this.socket?.close();
  }

  private connect(): void {
    if (this.status === 'closed' || this.status === 'old') return;
    this.again?.();
    this.again = null;
    const socket = this.world.open(this.url);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify(this.hello()));
      this.listen();
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.listen();
      this.receive(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
  }

  private receive(message: FromServer): void {
    if (message.type === 'welcome') {
      this.tries = 0;
      this.turn('live');
      for (const { text } of this.pending.values()) this.socket?.send(text);
    }
    if (message.type === 'bye' && !message.again)
      this.turn(message.reason === 'old' ? 'old' : 'closed');
    this.on.message(message);
    const id = answered(message);
    const waiting = id ? this.pending.get(id) : undefined;
    if (id && waiting) {
      this.pending.delete(id);
      waiting.answer(message as Reply);
    }
  }

  /** Ask for a sign of life after a silence; none within the same time again is a loss. */
  private listen(): void {
    this.listening?.();
    this.listening = this.world.after(SILENCE, () => {
      if (this.status === 'live') void this.ask({ type: 'ping' });
      this.listening = this.world.after(SILENCE, () => this.socket?.close());
    });
  }

  private lose(): void {
    this.listening?.();
    this.socket = null;
    if (this.status === 'closed' || this.status === 'old') return;
    this.turn('lost');
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++);
    this.again = this.world.after(wait * (0.5 + this.world.random() / 2), () => this.connect());
  }

  private turn(status: LineStatus): void {
    if (this.status === 'closed' || status === this.status) return;
    this.status = status;
    this.on.status(status);
  }
}

function answered(message: FromServer): string | undefined {
  if (message.type === 'view' || message.type === 'change') return message.ack || undefined;
  if (message.type === 'done' || message.type === 'refused' || message.type === 'because')
    return message.id;
  return undefined;
}
