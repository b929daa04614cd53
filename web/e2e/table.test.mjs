/** What a table owes its players: reasons, advice, the past, room, and news that it bears. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playFor, turnOf } from '../scripts/table.mjs';
import { base, findings, inBrowser, openAt, PHONE } from './browser.mjs';

const ENGLISH = { locale: 'en-GB' };
const MANY = 'Ωmega 👩‍👩‍👧 ‏אלכסנדר of the Long Hall';

test('a refused card names its clause, and leads to it in the rulebook', () =>
  inBrowser(ENGLISH, async (page, errors) => {
    await openAt(page, 'uno', { seats: 4 });
    const refused = page.locator('.hand .cannot').first();
    for (let i = 0; i < 30 && !(await refused.count()); i++) await playFor(page, 1);
    await refused.click({ force: true });
    const dialog = page.getByRole('dialog', { name: 'Refused' });
    const clause = await dialog.locator('blockquote .id').innerText();
    assert.match(clause, /^U[A-Z]*\d+$/);
    assert.deepEqual(await findings(page), []);
    await dialog.getByRole('link', { name: 'See it in the rules' }).click();
    await page.locator(`#${clause}`).waitFor();
    assert.ok(page.url().endsWith(`/rules/uno#${clause}`));
    assert.deepEqual(errors, []);
  }));

test('advice, the past, big cards and the left hand are one touch away', () =>
  inBrowser({ ...ENGLISH, ...PHONE }, async (page, errors) => {
    await openAt(page, 'anthem');
    await playFor(page, 2);
    await turnOf(page);
    await page.getByRole('button', { name: 'A hint' }).click();
    await page.locator('.prompt .last', { hasText: 'Hint:' }).waitFor();
    await page.getByRole('button', { name: 'Look back' }).click();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByText('Settings', { exact: true }).click();
    assert.ok(!(await page.getByLabel('Small sounds').isChecked()));
    const before = (await page.locator('.hand .card').first().boundingBox()).width;
    await page.getByLabel('Big cards').check();
    await page.getByLabel(/Left-handed/).check();
    assert.equal(await page.locator('html[data-big][data-left]').count(), 1);
    assert.ok((await page.locator('.hand .card').first().boundingBox()).width > before);
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(errors, []);
  }));

test('ten seats with long names leave room for the hand on a phone', () =>
  inBrowser({ ...ENGLISH, ...PHONE }, async (page, errors) => {
    await openAt(page, 'uno', { seats: 10, name: MANY });
    await playFor(page, 2);
    await turnOf(page);
    const { wide, tall } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - innerWidth,
      tall: document.querySelector('.hand').getBoundingClientRect().bottom - innerHeight,
    }));
    assert.ok(wide <= 0 && tall <= 1, `${wide} ${tall}`);
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(errors, []);
  }));

/** Stand between the page and the server, and say to the page what `change` makes of it. */
async function between(page, change) {
  await page.routeWebSocket(/\/live$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => socket.send(JSON.stringify(change(JSON.parse(text)))));
  });
}

test('fields that are not known yet do no harm', () =>
  inBrowser(ENGLISH, async (page, errors) => {
    await between(page, (message) => ({ ...message, weather: { sun: 1 }, tomorrow: null }));
    await openAt(page, 'uno');
    assert.ok((await playFor(page, 3)) > 0);
    assert.deepEqual(errors, []);
  }));

test('a client that is too old is told to reload', () =>
  inBrowser(ENGLISH, async (page) => {
    await page.route(`${base}/api`, async (route) => {
      const about = await (await route.fetch()).json();
      await route.fulfill({ json: { ...about, protocol: about.protocol + 1 } });
    });
    await page.goto(base);
    await page.getByText('A new version is ready').waitFor();
    await page.getByRole('button', { name: 'Reload' }).waitFor();
  }));

test('without a network the shell opens, and says so', () =>
  inBrowser(ENGLISH, async (page) => {
    await page.goto(base);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText(/No network/).waitFor();
    await page.getByRole('link', { name: 'Settings' }).waitFor();
    await page.context().setOffline(false);
  }));

test('cards fly where motion is welcome', () =>
  inBrowser({ ...ENGLISH, reducedMotion: 'no-preference' }, async (page, errors) => {
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('.trip')) globalThis.flown = true;
      }).observe(document, { childList: true, subtree: true });
    });
    await openAt(page, 'uno');
    await playFor(page, 3);
    await page.waitForFunction(() => globalThis.flown);
    assert.deepEqual(errors, []);
  }));
