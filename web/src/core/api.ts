/** The server's requests, typed; a refusal comes as a Refusal that speaks both languages. */

import type {
  About,
  Analysis,
  Ask,
  GameFacts,
  Listed,
  Mine,
  NewTable,
  FromServer,
  Opened,
  Post,
  Problem,
  Replay,
  Seated,
  Sit,
  TableInfo,
  Verified,
} from './wire';
import type { Value } from './view';
import { ofServer } from './texts';

export type Fact = {
  name: string;
  title: Record<string, string>;
  version: number;
  seats: [number, number];
  moves: number;
  options: OptionFact[];
  clauses: ClauseFact[];
  cards: CardFact[];
};
export type OptionFact = {
  name: string;
  default: Value;
  values: Value[];
  clause: string;
  [lang: string]: unknown;
};
export type ClauseFact = { id: string; scenarios: string[]; [lang: string]: unknown };
export type CardFact = {
  id: string;
  copies?: number;
  name: Record<string, string>;
  [fact: string]: unknown;
};

/** What the server refused, in the words it gave. */
export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.en);
  }

  /** Say why in a language. */
  in(lang: string): string {
    return ofServer(this.problem, lang);
  }
}

async function call(path: string, body?: unknown): Promise<Response> {
  const init: RequestInit | undefined =
    body === undefined
      ? undefined
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  const response = await fetch(path, init);
  if (!response.ok) throw new Refusal(await problemOf(response), response.status);
  return response;
}

async function problemOf(response: Response): Promise<Problem> {
  const fallback = {
    reason: 'unknown',
    fr: response.statusText,
    en: response.statusText,
    clause: '',
  };
  return response.json().then(
    (body: Problem) => (body?.fr ? body : fallback),
    () => fallback,
  );
}

const json = async <T>(path: string, body?: unknown) =>
  (await call(path, body)).json() as Promise<T>;
const of = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const api = {
  about: () => json<About>('/api'),
  games: () => json<GameFacts[]>('/api/games'),
  facts: (game: string) => json<Fact>(`/api/games/${encodeURIComponent(game)}`),
  tables: () => json<Listed[]>('/api/tables'),
  open: (table: NewTable) => json<Opened>('/api/tables', table),
  table: (id: string) => json<TableInfo>(of(id)),
  sit: (id: string, sit: Sit) => json<Seated>(`${of(id)}/seats`, sit),
  send: (id: string, key: string, message: Post['message']) =>
    json<FromServer[]>(`${of(id)}/messages`, { keys: [key], message }),
  record: async (id: string) => (await call(`${of(id)}/record`)).text(),
  mine: (mine: Mine) => json<Listed[]>('/api/mine', mine),
  verify: (record: string) => json<Verified>('/api/verify', { record }),
  replay: (ask: Ask) => json<Replay>('/api/replay', ask),
  analysis: (ask: { record?: string; table?: string }) => json<Analysis>('/api/analysis', ask),
};

/** The address of a table's live line. */
export function liveUrl(id: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${of(id)}/live`;
}
