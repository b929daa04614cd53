/** Several people at a table: by link, at one screen, watching, and after a broken line. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playFor, playTogether, turnOf } from '../scripts/table.mjs';
import { base, findings, inBrowser, LONGEST, openAt } from './browser.mjs';

const ENGLISH = { locale: 'en-GB' };

test('a broken line comes back by itself, and the game goes on', LONGEST, () =>
  inBrowser({}, async (page) => {
    const lines = [];
    await page.routeWebSocket(/\/live$/, (socket) => {
      socket.connectToServer();
      lines.push(socket);
    });
    await openAt(page, 'uno');
    await playFor(page, 2);
    await lines.at(-1).close();
    const notice = page.getByRole('status').filter({ hasText: /Connexion perdue/ });
    await notice.waitFor();
    await notice.waitFor({ state: 'detached' });
    assert.equal(lines.length, 2);
    assert.ok((await playFor(page, 2)) > 0);
  }),
);

test('two people find each other by the link, and the shuffle can be checked', LONGEST, () =>
  inBrowser(ENGLISH, (ada, errors) =>
    inBrowser(ENGLISH, async (bob, others) => {
      const id = await openAt(ada, 'anthem', { bots: {} });
      await bob.goto(await ada.getByLabel('Share this link').inputValue());
      await bob.getByLabel('Your name').fill('Bob');
      await bob.getByRole('button', { name: /Sit here/ }).click();
      await ada.getByText('Bob').waitFor();
      await ada.getByRole('button', { name: 'Start' }).click();
      for (const page of [ada, bob]) await page.locator('[data-ready]').waitFor();
      assert.ok(await playTogether([ada, bob], 300), 'the game came to its end');
      await bob.locator('[data-over]').waitFor();

      await ada.getByRole('link', { name: 'Check the shuffle' }).click();
      await ada.getByText('the shuffle was honest').waitFor();
      await ada.getByText('this device had noted before the deal').waitFor();
      assert.deepEqual(await findings(ada), []);
      const text = ada.getByLabel('Paste a record');
      await text.fill((await text.inputValue()).replace(/^share 0 .*$/m, 'share 0 another'));
      await ada.getByRole('button', { name: 'Check' }).click();
      await ada.getByText('Something does not fit').waitFor();

      await ada.goto(`${base}/replay/${id}?move=3`);
      await ada.getByText(/^3 \//).waitFor();
      await ada.keyboard.press('ArrowRight');
      await ada.getByText(/^4 \//).waitFor();
      assert.deepEqual(await findings(ada), []);
      assert.deepEqual([...errors, ...others], []);
    }),
  ),
);

test('two people share one screen, and nobody sees the hand of the other', LONGEST, () =>
  inBrowser(ENGLISH, async (page, errors) => {
    await openAt(page, 'uno', { bots: {} });
    await page.getByLabel('Your name').fill('Bob');
    await page.getByRole('button', { name: /Seat somebody here/ }).click();
    await page.getByText('Bob').waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    const names = new Set();
    for (let i = 0; i < 6; i++) {
      const cover = page.locator('.cover');
      await cover.waitFor();
      assert.equal(await page.locator('.hand').count(), 0);
      names.add(await cover.getByRole('heading').innerText());
      await cover.getByRole('button').click();
      for (let n = 0; n < 12 && (await turnOf(page, 300)) === 'asked'; n++)
        await playFor(page, 1);
    }
    assert.equal(names.size, 2);
    assert.deepEqual(errors, []);
  }),
);

test('a watcher sees the game and no hand', LONGEST, () =>
  inBrowser(ENGLISH, (ada) =>
    inBrowser(ENGLISH, async (eve, errors) => {
      const id = await openAt(ada, 'uno', { seats: 10 });
      await eve.goto(`${base}/t/${id}${await invitationOf(ada, id)}`);
      await eve.getByText('You are watching this game.').waitFor();
      assert.equal(await eve.locator('.hand button').count(), 0);
      const before = await eve.locator('.beside li').count();
      await playFor(ada, 2);
      await eve.waitForFunction(
        (n) => document.querySelectorAll('.beside li').length > n,
        before,
      );
      assert.deepEqual(await findings(eve), []);
      assert.deepEqual(errors, []);
    }),
  ),
);

const invitationOf = async (page, id) => {
  const kept = await page.evaluate(
    (of) => sessionStorage.getItem(`pioche.invitation.${of}`),
    id,
  );
  return kept ? `#i=${encodeURIComponent(kept)}` : '';
};
