/** Whole games of each game through the interface. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playFor } from '../scripts/table.mjs';
import { base, findings, inBrowser, openAt } from './browser.mjs';

const WHOLE = 600; // choices; every game below ends long before
const GAMES = [
  ['uno', { seats: 2 }, {}],
  ['anthem', { seats: 2 }, {}],
  [
    'duckomenta',
    { seats: 2 },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ],
  ['dectana', { seats: 2, options: { turn_limit: 5 } }, {}],
  ['kardashev', { seats: 2 }, { viewport: { width: 820, height: 1180 } }],
];

for (const [game, table, screen] of GAMES)
  test(`a whole game of ${game}`, { timeout: 240_000 }, () =>
    inBrowser(screen, async (page, errors) => {
      await openAt(page, game, table);
      await page.locator('[data-ready]').waitFor();
      assert.deepEqual(await findings(page), []);
      await playFor(page, 12);
      assert.deepEqual(await findings(page), []);
      await playFor(page, WHOLE);
      assert.equal(await page.locator('[data-over]').count(), 1, 'the game came to its end');
      assert.deepEqual(await findings(page), []);
      assert.deepEqual(errors, []);
    }),
  );

test('uno by keyboard alone', { timeout: 240_000 }, () =>
  inBrowser({}, async (page, errors) => {
    await openAt(page, 'uno');
    await page.locator('[data-ready]').waitFor();
    const rest = { tries: 0 };
    while (!(await page.locator('[data-over]').count()) && rest.tries++ < 3000) {
      const what = await page.evaluate(() => {
        const at = document.activeElement;
        const can = at?.matches('button') && at.getAttribute('aria-disabled') !== 'true';
        const asked = document.querySelector('.prompt.asked') !== null;
        const play = at?.closest('.hand, .near .actions, .board') !== null;
        return { press: asked && can && play, wait: !asked };
      });
      if (what.wait) await page.waitForTimeout(40);
      else await page.keyboard.press(what.press ? 'Enter' : 'Tab');
    }
    assert.equal(await page.locator('[data-over]').count(), 1);
    assert.deepEqual(errors, []);
  }),
);

test('a broken line comes back by itself, and the game goes on', { timeout: 120_000 }, () =>
  inBrowser({}, async (page) => {
    const lines = [];
    await page.routeWebSocket(/\/live$/, (socket) => {
      socket.connectToServer();
      lines.push(socket);
    });
    await openAt(page, 'uno');
    await page.locator('[data-ready]').waitFor();
    await playFor(page, 2);
    await lines.at(-1).close();
    await page
      .getByRole('status')
      .filter({ hasText: /Connexion perdue/ })
      .waitFor();
    await page.getByText(/Connexion perdue/).waitFor({ state: 'detached', timeout: 20_000 });
    assert.equal(lines.length, 2);
    assert.ok((await playFor(page, 2)) > 0);
  }),
);

test(
  'two people find each other by the link, and the shuffle can be checked',
  { timeout: 240_000 },
  () =>
    inBrowser({ locale: 'en-GB' }, (ada) =>
      inBrowser({ locale: 'en-GB' }, async (bob) => {
        await openAt(ada, 'uno', { bots: {} });
        const link = await ada.getByLabel('Share this link').inputValue();
        await bob.goto(link);
        await bob.getByLabel('Your name').fill('Bob');
        await bob.getByRole('button', { name: /Sit here/ }).click();
        await ada.getByText('Bob').waitFor();
        await ada.getByRole('button', { name: 'Start' }).click();
        for (const page of [ada, bob]) await page.locator('[data-ready]').waitFor();
        for (let i = 0; i < 300 && !(await ada.locator('[data-over]').count()); i++)
          for (const page of [ada, bob]) await playFor(page, 1);
        assert.equal(await bob.locator('[data-over]').count(), 1);
        const id = new URL(ada.url()).pathname.split('/').at(-1);
        const record = await ada.evaluate(
          async (of) => (await fetch(`/api/tables/${of}/record`)).text(),
          id,
        );
        await ada.goto(`${base}/fair`);
        await ada.getByLabel('Paste a record').fill(record);
        await ada.getByRole('button', { name: 'Check' }).click();
        await ada.getByText('the shuffle was honest').waitFor();
        await ada.goto(`${base}/replay/${id}?move=3`);
        await ada.getByText(/^3 \//).waitFor();
        await ada.keyboard.press('ArrowRight');
        await ada.getByText(/^4 \//).waitFor();
        assert.deepEqual(await findings(ada), []);
      }),
    ),
);
