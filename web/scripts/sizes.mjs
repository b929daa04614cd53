/** Holds the built client to its budgets: kilobytes after gzip that a first visit fetches. */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { GAMES } from './table.mjs';

const BUILT = new URL('../../src/pioche/server/static/', import.meta.url);
const HOME = 120_000;
const TABLE = 200_000;

const manifest = read('.vite/manifest.json');
if (!manifest) {
  console.error('The client is not built: run npm run build.');
  process.exit(1);
}
const parts = JSON.parse(manifest.toString());

function read(file) {
  try {
    return readFileSync(new URL(file, BUILT));
  } catch {
    return null;
  }
}

/** Gather the files that a part needs before it can run. */
function closure(name, found = new Set()) {
  const part = parts[name];
  if (!part || found.has(part.file)) return found;
  found.add(part.file);
  for (const css of part.css ?? []) found.add(css);
  for (const other of part.imports ?? []) closure(other, found);
  return found;
}

/** Weigh files as the server sends them: texts squeezed, pictures as they are. */
function weight(files) {
  const bytes = (file) =>
    file.endsWith('.png') ? read(file).length : gzipSync(read(file), { level: 9 }).length;
  return [...files].reduce((sum, file) => sum + bytes(file), 0);
}

const union = (...sets) => new Set(sets.flatMap((set) => [...set]));
const games = (file) => `../src/pioche/games/${file}`;
const shell = new Set(['index.html', 'icon.svg', 'manifest.webmanifest', 'worker.js']);
const home = (lang) => union(shell, closure('index.html'), closure(`src/words/${lang}.ts`));
const table = (game, lang) =>
  union(
    home(lang),
    closure('src/pages/Table.svelte'),
    closure(`src/games/${game}/index.ts`),
    closure(games(`${game}/words.${lang}.toml`)),
  );

let failed = false;
function hold(name, files, most) {
  const bytes = weight(files);
  const line = `${name.padEnd(16)} ${(bytes / 1000).toFixed(1).padStart(6)} kB of ${most / 1000}`;
  console.log(bytes < most ? line : `${line}: too much`);
  failed ||= bytes >= most;
}

for (const lang of ['fr', 'en']) {
  hold(`home ${lang}`, home(lang), HOME);
  for (const game of GAMES) hold(`${game} ${lang}`, table(game, lang), TABLE);
}
process.exit(failed ? 1 : 0);
