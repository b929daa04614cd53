/** A rulebook page read into blocks, so that it can be drawn without any HTML in text. */

export type Inline =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  | { kind: 'link'; text: string; to: string };

export type Block =
  | { kind: 'heading'; level: number; text: string; anchor: string }
  | { kind: 'clause'; id: string; option: string; inlines: Inline[] }
  | { kind: 'item' | 'paragraph'; inlines: Inline[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const CLAUSE = /^(?:[-*] )?\*\*([A-Z]+\d+)\*\*\s+(.*)$/;
const OPTION = /\s*\{option: ([\w, ]+)\}/;
const INLINE = /\*\*([^*]+)\*\*|\*([^*]+)\*|_([^_\s][^_]*)_|`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;
const ID = /\b([A-Z]{1,3}\d{1,3})\b/g;

/** Read bold, italics, code and links; clause ids in plain text become links. */
export function readInline(text: string, ids: ReadonlySet<string> = new Set()): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    found.push(...plain(text.slice(at, match.index), ids));
    const [whole, strong, em, em2, code, label, to] = match;
    if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else if (label !== undefined) found.push({ kind: 'link', text: label, to: to ?? '' });
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else found.push({ kind: 'em', text: em ?? em2 ?? '' });
    at = match.index + whole.length;
  }
  return [...found, ...plain(text.slice(at), ids)];
}

function plain(text: string, ids: ReadonlySet<string>): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(ID)) {
    const id = match[1] ?? '';
    if (!ids.has(id)) continue;
    if (match.index > at) found.push({ kind: 'text', text: text.slice(at, match.index) });
    found.push({ kind: 'link', text: id, to: `#${id}` });
    at = match.index + id.length;
  }
  if (at < text.length) found.push({ kind: 'text', text: text.slice(at) });
  return found;
}

/** Read a page: headings, clauses, lists, tables and prose. */
export function readBook(page: string): Block[] {
  const ids = new Set(page.split('\n').flatMap((line) => CLAUSE.exec(line.trim())?.[1] ?? []));
  return chunks(page).flatMap((lines) => readChunk(lines, ids));
}

export type Clause = { text: string; section: string };

/** Find the sentence of each clause, in the order of the page. */
export function clausesOf(blocks: Block[]): Map<string, Clause> {
  const found = new Map<string, Clause>();
  let section = '';
  for (const block of blocks) {
    if (block.kind === 'heading') section = block.text;
    if (block.kind === 'clause')
      found.set(block.id, { text: block.inlines.map((i) => i.text).join(''), section });
  }
  return found;
}

/** Make the name by which a heading is linked. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Cut a page where a heading, a list item or an empty line begins something new. */
function chunks(page: string): string[][] {
  const found: string[][] = [];
  let current: string[] = [];
  const close = () => {
    if (current.length) found.push(current);
    current = [];
  };
  for (const raw of page.split('\n')) {
    const line = raw.trim();
    const isTable = line.startsWith('|');
    if (!line || line.startsWith('<!--')) close();
    else {
      const starts = /^(#|[-*] |\*\*[A-Z]+\d+\*\*|\d+\. )/.test(line);
      const leavesTable = !isTable && current[0]?.startsWith('|');
      if (starts || leavesTable) close();
      current.push(line);
      if (line.startsWith('#')) close();
    }
  }
  close();
  return found;
}

function readChunk(lines: string[], ids: ReadonlySet<string>): Block[] {
  const first = lines[0] ?? '';
  const heading = /^(#+)\s+(.*)$/.exec(first);
  if (heading) {
    const text = heading[2] ?? '';
    return [{ kind: 'heading', level: heading[1]?.length ?? 1, text, anchor: anchorOf(text) }];
  }
  if (first.startsWith('|')) return [readTable(lines, ids)];
  const text = lines.join(' ');
  const clause = CLAUSE.exec(text);
  if (clause) {
    const body = clause[2] ?? '';
    const option = OPTION.exec(body)?.[1] ?? '';
    return [
      {
        kind: 'clause',
        id: clause[1] ?? '',
        option,
        inlines: readInline(body.replace(OPTION, ''), ids),
      },
    ];
  }
  const item = /^(?:[-*]|\d+\.) (.*)$/.exec(text);
  if (item) return [{ kind: 'item', inlines: readInline(item[1] ?? '', ids) }];
  return [{ kind: 'paragraph', inlines: readInline(text, ids) }];
}

function readTable(lines: string[], ids: ReadonlySet<string>): Block {
  const cells = (line: string) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => readInline(cell.trim(), ids));
  const [head = '', , ...rows] = lines;
  return { kind: 'table', head: cells(head), rows: rows.map(cells) };
}
