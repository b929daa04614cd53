/** Takes a picture of every page, and of every kind of moment at a table, to look at.
 *
 * npm run screenshots [folder] [part of a name] [language]
 */

import { mkdir } from 'node:fs/promises';
import { launch } from './browser.mjs';
import { choose, GAMES, openAt, serverUrl, turnOf } from './table.mjs';

const SIZES = [
  [390, 844],
  [820, 1180],
  [1440, 900],
];
const TABLES = [
  ['uno', { seats: 4 }],
  ['uno', { seats: 10, options: { seven_zero: true } }],
  ['anthem', { seats: 4 }],
  ['anthem', { seats: 8 }],
  ['duckomenta', { seats: 4 }],
  ['dectana', { seats: 3 }],
  ['dectana', { seats: 5 }],
  ['kardashev', { seats: 2 }],
  ['kardashev-match', { seats: 2, options: { mode: 'match' } }],
];
const CHOICES = 60; // at each table, before we leave it
const STUDIED = 'uno-table-4';

const folder = process.argv[2] ?? '../out/screenshots';
const only = process.argv[3] ?? '';
const lang = process.argv[4] ?? 'fr';
const base = serverUrl();
const browser = await launch();
await mkdir(folder, { recursive: true });

const pages = [
  ['home', '/'],
  ['settings', '/settings'],
  ['mine', '/mine'],
  ['fair', '/fair'],
  ['replay', '/replay'],
  ...GAMES.flatMap((game) =>
    ['new', 'rules', 'learn', 'editor'].map((page) => [`${game}-${page}`, `/${page}/${game}`]),
  ),
].filter(([name]) => name.includes(only));

const context = await browser.newContext({
  locale: lang,
  hasTouch: true,
  reducedMotion: 'reduce',
});
const page = await context.newPage();
const complain = (text) => console.error(`${page.url()}: ${text}`);
page.on('pageerror', (error) => complain(error.message));
page.on('console', (line) => line.type() === 'error' && complain(line.text()));

/** Take a light and a dark picture at every size. */
async function shoot(name, fullPage = false) {
  for (const [width, height] of SIZES)
    for (const colorScheme of ['light', 'dark']) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const dark = colorScheme === 'dark' ? '-dark' : '';
      await page.screenshot({ path: `${folder}/${name}-${width}${dark}.png`, fullPage });
    }
}

for (const [name, path] of pages) {
  await page.goto(base + path, { waitUntil: 'networkidle' });
  await shoot(name);
}

for (const [name, table] of TABLES) {
  const called = `${name}-table-${table.seats}`;
  if (!called.includes(only)) continue;
  await openAt(page, base, name.split('-')[0], table);
  const seen = new Map();
  for (let made = 0; made < CHOICES; made++) {
    const turn = await turnOf(page);
    const phase = await page.locator('[data-phase]').getAttribute('data-phase');
    const times = (seen.get(phase) ?? 0) + 1;
    seen.set(phase, times);
    if (times === 1 || (times === 12 && made > 20)) await shoot(`${called}-${phase}-${times}`);
    if (turn === 'over') break;
    if (turn) await choose(page);
  }
  if (await page.locator('[data-over]').count())
    await shootStudy(called).catch((error) => complain(error.message));
}

/** What comes after a game: its replay with the analysis, and the check of its shuffle. */
async function shootStudy(called) {
  const id = new URL(page.url()).pathname.split('/')[2];
  await page.goto(`${base}/fair/${id}`, { waitUntil: 'networkidle' });
  await shoot(`${called}-fair`);
  await page.goto(`${base}/replay/${id}?move=9`, { waitUntil: 'networkidle' });
  await shoot(`${called}-replay`, true);
  if (called !== STUDIED) return; // an analysis takes long, and looks alike for all games
  await page.locator('[data-analyse]').click();
  await page.locator('[data-report]').waitFor({ timeout: 120_000 });
  await shoot(`${called}-analysis`, true);
}
await browser.close();
