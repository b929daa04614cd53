/** Every page: nothing that axe finds, no errors in the console, in both themes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, findings, inBrowser } from './browser.mjs';
import { GAMES, openTable } from '../scripts/table.mjs';

const PAGES = [
  '/',
  '/settings',
  '/mine',
  '/fair',
  '/replay',
  '/nowhere',
  ...GAMES.flatMap((game) =>
    ['new', 'rules', 'learn', 'editor'].map((page) => `/${page}/${game}`),
  ),
];

/** Go to a page, and wait until all of it is there. */
async function open(page, path) {
  await page.goto(base + path, { waitUntil: 'networkidle' });
  await page.locator('h1').first().waitFor();
}

for (const scheme of ['light', 'dark'])
  test(`axe finds nothing on any page (${scheme})`, () =>
    inBrowser({ colorScheme: scheme }, async (page, errors) => {
      for (const path of scheme === 'dark' ? PAGES.slice(0, 10) : PAGES) {
        await open(page, path);
        assert.deepEqual(await findings(page), [], path);
        assert.ok((await page.title()).includes('Pioche'));
      }
      assert.deepEqual(errors, []);
    }));

test('pages stay whole at 320 pixels, as when letters are twice as large', () =>
  inBrowser({ viewport: { width: 320, height: 640 } }, async (page) => {
    for (const path of PAGES) {
      await open(page, path);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(over <= 0, `${path}: ${over} pixels too wide`);
    }
  }));

test('the language can be switched, and is remembered', () =>
  inBrowser({ locale: 'fr-FR' }, async (page) => {
    await page.goto(`${base}/settings`);
    await page.getByLabel('Langue').selectOption('en');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  }));

test('a clause of the rulebook can be searched, linked and seen at work', () =>
  inBrowser({ locale: 'en-GB' }, async (page) => {
    await page.goto(`${base}/rules/uno#UB8`, { waitUntil: 'networkidle' });
    const clause = page.locator('#UB8');
    await clause.waitFor();
    assert.ok(await clause.isVisible());
    await page.getByLabel('Search the rules').fill('colour');
    await page
      .getByText(/places?$/)
      .first()
      .waitFor();
    await page.getByLabel('Search the rules').fill('');
    const examples = page.locator('summary', { hasText: 'Examples' }).first();
    await examples.click();
    await page.locator('figure .still').first().waitFor();
  }));

test('one tap begins a game, and our share is in its shuffle', () =>
  inBrowser({ locale: 'en-GB' }, async (page, errors) => {
    const id = await openTable(page, base, 'anthem');
    const table = await page.evaluate(
      async (of) => (await fetch(`/api/tables/${of}`)).json(),
      id,
    );
    assert.match(table.shares[0], /^[0-9a-f]{32}$/);
    assert.deepEqual(errors, []);
  }));

test('a table can be opened with house rules and shared by link', () =>
  inBrowser({ locale: 'en-GB' }, async (page) => {
    await page.goto(`${base}/new/uno`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: '2', exact: true }).click();
    await page.getByLabel('Seat 2').selectOption('');
    await page.locator('#option-stacking').selectOption('true');
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    assert.deepEqual(await findings(page), []);
  }));
