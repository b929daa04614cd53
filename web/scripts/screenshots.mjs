/** Takes a picture of every page at three sizes, to look at: npm run screenshots [folder]. */

import { mkdir } from 'node:fs/promises';
import { launch } from './browser.mjs';
import { GAMES, openTable, playFor, serverUrl } from './table.mjs';

const SIZES = [
  [390, 844],
  [820, 1180],
  [1440, 900],
];
const folder = process.argv[2] ?? '../out/screenshots';
const only = process.argv[3] ?? '';
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
];

for (const [width, height] of SIZES) {
  for (const scheme of width === 390 ? ['light', 'dark'] : ['light']) {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      locale: 'fr-FR',
      hasTouch: width < 900,
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${page.url()}: ${error.message}`));
    page.on(
      'console',
      (line) => line.type() === 'error' && console.error(`${page.url()}: ${line.text()}`),
    );
    const shoot = async (name) =>
      page.screenshot({
        path: `${folder}/${name}-${width}${scheme === 'dark' ? '-dark' : ''}.png`,
      });
    for (const [name, path] of pages) {
      if (only && !name.includes(only)) continue;
      await page.goto(base + path, { waitUntil: 'networkidle' });
      await shoot(name);
    }
    for (const game of GAMES) {
      const name = `${game}-table`;
      if (only && !name.includes(only)) continue;
      await openTable(page, base, game);
      await shoot(`${name}-1`);
      await playFor(page, 6);
      await shoot(`${name}-2`);
      await playFor(page, 10);
      await shoot(`${name}-3`);
    }
    await context.close();
  }
}
await browser.close();
