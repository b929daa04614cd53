/** A browser page for each test, with its errors listened to. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after } from 'node:test';
import { launch } from '../scripts/browser.mjs';
import { serverUrl } from '../scripts/table.mjs';

export const base = serverUrl();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let browser;

after(() => browser?.close());

/** Use a page of its own; errors of the console and of scripts are gathered. */
export async function inBrowser(options, act) {
  browser ??= await launch();
  const context = await browser.newContext({
    locale: 'fr-FR',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  try {
    await act(page, errors);
  } finally {
    await context.close();
  }
}

/** Let axe look at a page; return what it finds, in short. */
export async function findings(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations.map(
    (v) =>
      `${v.id}: ${v.nodes[0].html.slice(0, 160)} ${v.nodes[0].failureSummary.slice(0, 240)}`,
  );
}

/** Open a table through the API, as the page would, and wait for it; the page holds seat 0. */
export async function openAt(
  page,
  game,
  { seats = 2, options = {}, level = 'greedy', bots, name = 'Ada' } = {},
) {
  await page.goto(`${base}/settings`);
  const id = await page.evaluate(
    async ({ game, seats, options, bots, name }) => {
      const body = {
        game,
        seats,
        options,
        bots,
        name,
        pace: 0,
        begin: Object.keys(bots).length === seats - 1,
      };
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      const opened = await (await fetch('/api/tables', init)).json();
      if (!opened.table) throw new Error(JSON.stringify(opened));
      const places = [{ seat: 0, key: opened.key, name }];
      const known = [{ table: opened.table.id, game, at: Date.now(), places }];
      localStorage.setItem('pioche.tables', JSON.stringify(known));
      return `${opened.table.id}#i=${opened.invitation}`;
    },
    { game, seats, options, name, bots: bots ?? botsFor(seats, level) },
  );
  await page.goto(`${base}/t/${id}`);
  await page.locator('[data-ready], .chairs').first().waitFor();
  return id.split('#')[0];
}

const botsFor = (seats, level) =>
  Object.fromEntries(Array.from({ length: seats - 1 }, (_, i) => [String(i + 1), level]));
