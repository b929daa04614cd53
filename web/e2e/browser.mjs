/** A browser page for each test, with its errors listened to. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after } from 'node:test';
import { launch } from '../scripts/browser.mjs';
import { openAt as openOn, serverUrl } from '../scripts/table.mjs';

export const base = serverUrl();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Before a test that hangs is given up; a busy machine may take its time. */
export const LONGEST = { timeout: 900_000 };
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
  page.setDefaultTimeout(120_000);
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  try {
    await act(page, errors);
  } finally {
    await context.close();
  }
}

/** Let axe look at a page, by all its rules or some; return what it finds, in short. */
export async function findings(page, rules) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (only) =>
      globalThis.axe.run(document, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: only } : {}),
      }),
    rules,
  );
  return violations.map(
    (v) =>
      `${v.id}: ${v.nodes[0].html.slice(0, 160)} ${v.nodes[0].failureSummary.slice(0, 240)}`,
  );
}

/** Open a table of the server that is tested; the page holds seat 0. */
export const openAt = (page, game, table) => openOn(page, base, game, table);
