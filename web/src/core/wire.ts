// Generated from src/pioche/server/wire.py by tools/wire.py. Do not edit.

export const PROTOCOL = 1;

export type Status = 'waiting' | 'playing' | 'paused' | 'over' | 'closed';

/** How long players may think. */
export interface Clock {
  /** days: correspondence */
  kind?: 'none' | 'move' | 'player' | 'days';
  /** a move, a player's whole stock, or a move's days */
  time?: number;
  /** kind player: given back after each move */
  increment?: number;
  /** so many times out in a row, and a bot keeps the seat until its player is back */
  strikes?: number;
}

/** One seat of a table, as anyone may see it. */
export interface Seat {
  kind: 'empty' | 'person' | 'bot';
  name: string;
  /** of the bot that plays here, or stands in */
  level: string;
  /** somebody is connected for this seat */
  here: boolean;
  /** a bot stands in until its player is back */
  away: boolean;
  /** a person who gave a share of the shuffle */
  ready: boolean;
  /** its player resigned: anyone with the link may take it */
  left: boolean;
  /** its player lets watchers see its cards */
  shown: boolean;
}

/** What a seat proposes; it happens when every person at the table agrees. */
export interface Offer {
  kind: 'takeback' | 'pause';
  seat: number;
  /** takeback: the count of moves that remain */
  to: number;
  agreed: number[];
}

/** All that anyone who may see a table may know of it, its cards apart. */
export interface TableInfo {
  id: string;
  game: string;
  /** of the rules */
  version: number;
  options: Record<string, unknown>;
  status: 'waiting' | 'playing' | 'paused' | 'over' | 'closed';
  seats: Seat[];
  public: boolean;
  watch: 'no' | 'public' | 'open';
  delay: number;
  clock: Clock;
  chat: boolean;
  hints: boolean;
  takeback: boolean;
  created: number;
  /** of the last line of the table's log */
  number: number;
  /** moves played */
  count: number;
  /** to the server's secret; empty when the game began from a position */
  commitment: string;
  /** each seat's share of the shuffle, given after the commitment */
  shares: string[];
  to_move: number[];
  offer: Offer | null;
  result: Record<string, unknown> | null;
  /** the table where this one goes on */
  rematch: string;
  /** the table that this one came from */
  parent: string;
  /** known once the game is over */
  secret: string;
}

/** The clocks, when the message was sent. */
export interface Running {
  /** by seat: what remains; None: no clock */
  left: (number | null)[];
  /** the seats whose clock runs now */
  running: number[];
}

/** Says who is there: the first message of a socket. */
export interface Hello {
  type: 'hello';
  /** of all seats at this screen; none: a watcher */
  keys?: string[];
  /** the first event wanted (last n + 1); -1: none */
  since?: number;
  /** a watcher's, when the table is not public */
  invitation?: string;
  protocol?: number;
  /** send `change` instead of whole views */
  changes?: boolean;
}

/** Plays a move; sent again with the same id it counts once. */
export interface Play {
  type: 'play';
  id: string;
  move: string;
  /** the `number` of the view that the player saw */
  at: number;
  /** needed when this screen has several seats */
  seat?: number | null;
}

/** Asks why a move is not possible now. */
export interface Why {
  type: 'why';
  id: string;
  move: string;
  seat?: number | null;
}

/** Asks for a good move, where the host allows it; one at a time a seat. */
export interface Hint {
  type: 'hint';
  id: string;
  seat?: number | null;
}

/** Speaks to the table. */
export interface Say {
  type: 'say';
  id: string;
  text: string;
  seat?: number | null;
}

/** Shows a reaction that needs no language. */
export interface React {
  type: 'react';
  id: string;
  face: 'smile' | 'laugh' | 'wow' | 'sad' | 'angry' | 'clap' | 'think' | 'heart' | 'hurry' | 'sorry';
  seat?: number | null;
}

/** Gives a seat's share of the shuffle, before the start. */
export interface Ready {
  type: 'ready';
  id: string;
  share?: string;
  seat?: number | null;
}

/** The host starts the game; bots of `level` take the empty seats. */
export interface Begin {
  type: 'begin';
  id: string;
  /** empty: every seat must be taken */
  level?: string;
  seat?: number | null;
}

/** Proposes a take-back (of one's own last move when `to` is missing) or a pause. */
export interface Propose {
  type: 'propose';
  id: string;
  kind: 'takeback' | 'pause';
  to?: number | null;
  seat?: number | null;
}

/** Agrees to what was proposed, or declines it; its author may withdraw it so. */
export interface Answer {
  type: 'answer';
  id: string;
  agree: boolean;
  seat?: number | null;
}

/** Ends a pause. */
export interface Resume {
  type: 'resume';
  id: string;
  seat?: number | null;
}

/** Gives the seat to a bot for a while (away) or takes it back. */
export interface Away {
  type: 'away';
  id: string;
  away: boolean;
  seat?: number | null;
}

/** Leaves the seat for good: empty before the start, else a bot's. */
export interface Resign {
  type: 'resign';
  id: string;
  seat?: number | null;
}

/** The host puts a bot on an empty or abandoned seat, or empties it again. */
export interface PutBot {
  type: 'bot';
  id: string;
  on: number;
  /** empty: no bot */
  level?: string;
  seat?: number | null;
}

/** Lets watchers see this seat's cards, or no longer. */
export interface Show {
  type: 'show';
  id: string;
  show: boolean;
  seat?: number | null;
}

/** Asks for a code by which somebody else takes this seat; then its key is void. */
export interface HandOver {
  type: 'hand_over';
  id: string;
  seat?: number | null;
}

/** Opens the next game: same people, watchers and options, seats rotated. */
export interface Rematch {
  type: 'rematch';
  id: string;
  seat?: number | null;
}

/** The host changes what may change at any time. */
export interface SetTable {
  type: 'set';
  id: string;
  chat?: boolean;
  hints?: boolean;
  public?: boolean;
  seat?: number | null;
}

/** Leaves an address to be told when it is this seat's turn (correspondence). */
export interface Tell {
  type: 'contact';
  id: string;
  email?: string;
  lang?: 'fr' | 'en';
  seat?: number | null;
}

/** Deletes this seat's name, words and address; the host's ends and deletes the table. */
export interface Forget {
  type: 'forget';
  id: string;
  table?: boolean;
  seat?: number | null;
}

/** Asks for `pong`, to measure the way. */
export interface Ping {
  type: 'ping';
  id: string;
}

/** Answers `hello`; a `view` for each of its seats follows. */
export interface Welcome {
  type: 'welcome';
  table: TableInfo;
  /** whose keys were given */
  seats: number[];
  /** those among them that may act as the host */
  host: number[];
  /** the server's time */
  now: number;
  protocol: number;
}

/** What a seat sees now, and what happened since its last view. */
export interface View {
  type: 'view';
  /** None: a watcher */
  seat: number | null;
  /** of the last line of the table's log; `play` gives it back as `at` */
  number: number;
  /** moves played */
  count: number;
  /** as Game.view writes it; docs/games */
  view: Record<string, unknown>;
  /** as Game.events writes them, from the first not yet sent */
  events: Record<string, unknown>[];
  clocks: Running | null;
  /** the id of this seat's move that led here */
  ack: string;
  /** an open table's watcher: how many moves this is behind */
  behind: number;
}

/** Like `view`, for those who asked: only what differs from the view before. */
export interface Change {
  type: 'change';
  seat: number | null;
  number: number;
  count: number;
  /** parts of the view that changed, `table` left out */
  view: Record<string, unknown>;
  /** parts of the view's `table` that changed */
  table: Record<string, unknown>;
  events: Record<string, unknown>[];
  clocks: Running | null;
  ack: string;
  behind: number;
}

/** The table itself changed: seats, status, offer, result. */
export interface State {
  type: 'table';
  table: TableInfo;
  /** what happened */
  note: Note | null;
}

/** Something at the table that is no move. */
export interface Note {
  kind: 'sat' | 'left' | 'away' | 'back' | 'bot' | 'unbot' | 'ready' | 'begun' | 'time_out' | 'stands_in' | 'paused' | 'resumed' | 'proposed' | 'declined' | 'taken_back' | 'shown' | 'hidden' | 'over' | 'rematch' | 'set' | 'closed' | 'replaced' | 'here' | 'gone' | 'forgotten';
  seat: number | null;
  name: string;
  at: number;
  /** time_out, taken_back: the count of moves */
  count: number;
  /** rematch: the new table */
  table: string;
}

/** Somebody spoke (text) or reacted (face). */
export interface Said {
  type: 'said';
  number: number;
  at: number;
  seat: number;
  name: string;
  text: string;
  face: string;
}

/** The message with this id was carried out. */
export interface Done {
  type: 'done';
  id: string;
  /** of the line of the table's log */
  number: number;
  /** it had been carried out before */
  repeated: boolean;
  /** hint: the move */
  move: string;
  /** hand_over: to be passed on as the seat's link */
  code: string;
  /** rematch: the new table */
  table: string;
  /** ping: the server's time */
  now: number;
}

/** The message with this id was not carried out: why, and what instead. */
export interface Refused {
  type: 'refused';
  id: string;
  reason: 'illegal' | 'late' | 'unknown' | 'not_yours' | 'not_now' | 'not_allowed' | 'too_much' | 'broken' | 'old' | 'gone' | 'busy';
  fr: string;
  en: string;
  /** illegal: the clause of the rulebook */
  clause: string;
}

/** Answers `why`. */
export interface Because {
  type: 'because';
  id: string;
  allowed: boolean;
  clause: string;
  fr: string;
  en: string;
}

/** The server ends this connection. */
export interface Bye {
  type: 'bye';
  reason: 'shutdown' | 'slow' | 'silent' | 'too_much' | 'replaced' | 'deleted' | 'old';
  /** reconnect after so many milliseconds; 0: do not */
  again: number;
}

/** A game dealt anew, by a shuffle that all can check. */
export interface Fresh {
  type: 'fresh';
}

/** Plays on from a move of a record or of a finished table. */
export interface OnFrom {
  type: 'on_from';
  /** moves that are kept */
  upto: number;
  record?: string;
  table?: string;
  /** unseen cards are dealt anew as this seat could not tell; None: as it truly was */
  knew?: number | null;
}

/** Begins from a position (Game.position). */
export interface FromPosition {
  type: 'position';
  position: Record<string, unknown>;
}

/** POST /api/tables: opens a table; whoever opens it sits at seat `seat`. */
export interface NewTable {
  game: string;
  seats: number;
  options?: Record<string, unknown>;
  /** of the host; empty: a guest */
  name?: string;
  /** None: the host only watches (tables of bots) */
  seat?: number | null;
  /** seat number to level */
  bots?: Record<string, string>;
  public?: boolean;
  /** open: watchers see all hands, `delay` moves late */
  watch?: 'no' | 'public' | 'open';
  delay?: number;
  clock?: Clock;
  chat?: boolean;
  hints?: boolean;
  takeback?: boolean;
  /** bots wait so long before they move */
  pace?: number;
  /** told of turns and of the end */
  webhook?: string;
  start?: Fresh | OnFrom | FromPosition;
  /** begin at once, without shares (all other seats are bots) */
  begin?: boolean;
}

/** The answer to NewTable. */
export interface Opened {
  table: TableInfo;
  /** the host's: of its seat, or for a watching host */
  key: string;
  /** goes into the link of a table that is not public */
  invitation: string;
  /** signs what the webhook receives */
  webhook_secret: string;
}

/** POST /api/tables/{id}/seats: takes a seat. */
export interface Sit {
  name?: string;
  /** None: the first that is free */
  seat?: number | null;
  /** of a table that is not public */
  invitation?: string;
  /** of a seat that its player hands over */
  code?: string;
  /** this seat's share of the shuffle; the commitment was seen before */
  share?: string;
}

/** The answer to Sit. */
export interface Seated {
  table: TableInfo;
  seat: number;
  /** proves the seat from now on; shown once */
  key: string;
}

/** A table in the lobby or among one's own. */
export interface Listed {
  id: string;
  game: string;
  status: 'waiting' | 'playing' | 'paused' | 'over' | 'closed';
  /** by seat; empty: free */
  names: string[];
  free: number;
  watch: boolean;
  clock: Clock;
  created: number;
  changed: number;
  /** mine: the seat that the key proves */
  seat: number | null;
  /** mine: it owes a decision */
  turn: boolean;
  result: Record<string, unknown> | null;
}

/** One key that somebody holds. */
export interface MyTable {
  table: string;
  key: string;
}

/** POST /api/mine: asks for one's own tables (keys never stand in an address). */
export interface Mine {
  tables: MyTable[];
}

/** POST /api/tables/{id}/poll: for clients without WebSocket; answers with messages. */
export interface Poll {
  hello: Hello;
  /** the log number last seen; -1: answer at once */
  number?: number;
  wait?: number;
}

/** POST /api/tables/{id}/messages: one message without a socket; the answers return. */
export interface Post {
  keys: string[];
  message: Hello | Play | Why | Hint | Say | React | Ready | Begin | Propose | Answer | Resume | Away | Resign | PutBot | Show | HandOver | Rematch | SetTable | Tell | Forget | Ping;
}

/** POST /api/verify: a record to check. */
export interface RecordIn {
  record: string;
}

/** One thing that was checked. */
export interface Check {
  name: 'hash' | 'commitment' | 'seed' | 'deal' | 'moves' | 'result';
  ok: boolean;
  fr: string;
  en: string;
}

/** The answer to RecordIn. */
export interface Verified {
  ok: boolean;
  checks: Check[];
}

/** POST /api/replay: frames of a record, or of a table as the keys' seats knew it. */
export interface Ask {
  /** the first frame: after so many moves */
  first?: number;
  /** at most 100 frames an answer */
  last?: number | null;
  record?: string;
  table?: string;
  keys?: string[];
  invitation?: string;
  /** whose views; null or none: a watcher's */
  seats?: (number | null)[];
  /** complete ones too, where nothing is secret */
  positions?: boolean;
}

/** The game after so many moves. */
export interface Frame {
  count: number;
  /** who made the last move, where all may know it */
  seat: number | null;
  /** the move in words; empty while it may be secret */
  move: string;
  /** in the order of `seats` */
  views: Record<string, unknown>[];
  /** told by that move, in the same order */
  events: Record<string, unknown>[][];
  /** if asked for (Game.position) */
  position: Record<string, unknown> | null;
}

/** The answer to Ask. */
export interface Replay {
  game: string;
  version: number;
  seats: number;
  options: Record<string, unknown>;
  /** in the whole record */
  moves: number;
  result: Record<string, unknown> | null;
  frames: Frame[];
}

/** POST /api/analysis: what each move of a record cost. Ask again until it is done. */
export interface AskAnalysis {
  record?: string;
  table?: string;
}

/** The answer to AskAnalysis. */
export interface Analysis {
  done: boolean;
  /** as `pioche analyse --json` writes it */
  report: Record<string, unknown> | null;
}

/** GET /api/games: one game in short; GET /api/games/{game} has all of `pioche.rules`. */
export interface GameFacts {
  name: string;
  title: Record<string, string>;
  version: number;
  seats: number[];
}

/** GET /api: the server. */
export interface About {
  name: string;
  version: string;
  protocol: number;
  games: string[];
  /** of bots */
  levels: string[];
  /** e-mail can be sent */
  mail: boolean;
}

/** What every refused request answers with. */
export interface Problem {
  reason: string;
  fr: string;
  en: string;
  clause: string;
}

export type FromClient =
  | Hello
  | Play
  | Why
  | Hint
  | Say
  | React
  | Ready
  | Begin
  | Propose
  | Answer
  | Resume
  | Away
  | Resign
  | PutBot
  | Show
  | HandOver
  | Rematch
  | SetTable
  | Tell
  | Forget
  | Ping;

export type FromServer =
  | Welcome
  | View
  | Change
  | State
  | Said
  | Done
  | Refused
  | Because
  | Bye;
