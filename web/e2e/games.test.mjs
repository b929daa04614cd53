/** Whole games of each game through the interface, against bots. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, playFor, turnOf } from '../scripts/table.mjs';
import { findings, inBrowser, LONGEST, openAt, PHONE } from './browser.mjs';

const WHOLE = 600; // choices; every game below ends long before
const GAMES = [
  ['uno', { seats: 2 }, {}],
  ['anthem', { seats: 2 }, {}],
  ['duckomenta', { seats: 2 }, PHONE],
  ['dectana', { seats: 2, options: { turn_limit: 5 } }, {}],
  ['kardashev', { seats: 2 }, { viewport: { width: 820, height: 1180 } }],
];

/** Let axe look at the table by day, and at its colours by night. */
async function inBothThemes(page) {
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await findings(page, ['color-contrast']), [], 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  assert.deepEqual(await findings(page), []);
}

for (const [game, table, screen] of GAMES)
  test(`a whole game of ${game}`, LONGEST, () =>
    inBrowser(screen, async (page, errors) => {
      await openAt(page, game, table);
      await inBothThemes(page);
      await playFor(page, 8);
      await inBothThemes(page);
      await playFor(page, WHOLE);
      assert.equal(await page.locator('[data-over]').count(), 1, 'the game came to its end');
      await inBothThemes(page);
      assert.deepEqual(errors, []);
    }),
  );

test('a match of kardashev: the draft, the construction, the first turns', LONGEST, () =>
  inBrowser(PHONE, async (page, errors) => {
    await openAt(page, 'kardashev', { options: { mode: 'match' } });
    const seen = new Set();
    for (let i = 0; i < 120 && !seen.has('play'); i++) {
      if ((await turnOf(page)) === 'over') break;
      const phase = await page.locator('[data-phase]').getAttribute('data-phase');
      if (!seen.has(phase)) assert.deepEqual(await findings(page), [], phase);
      seen.add(phase);
      await choose(page);
    }
    for (const phase of ['draft', 'build', 'play']) assert.ok(seen.has(phase), phase);
    assert.ok((await playFor(page, 5)) > 0);
    assert.deepEqual(errors, []);
  }),
);

const KEYS = { choose: 'Enter', walk: 'Tab', close: 'Escape' };

test('uno by keyboard alone', LONGEST, () =>
  inBrowser({}, async (page, errors) => {
    await openAt(page, 'uno');
    for (let tries = 0; tries < 2500; tries++) {
      const at = await page.evaluate(() => {
        if (document.querySelector('[data-over]')) return 'over';
        if (document.querySelector('dialog[open]')) return 'close';
        if (!document.querySelector('.prompt.asked')) return 'wait';
        const on = document.activeElement;
        const can = on?.matches('button') && on.getAttribute('aria-disabled') !== 'true';
        const play = on?.closest('.hand, .near .actions, .board') !== null;
        return can && play ? 'choose' : 'walk';
      });
      if (at === 'over') break;
      if (at === 'wait') await page.waitForTimeout(30);
      else await page.keyboard.press(KEYS[at]);
    }
    assert.equal(await page.locator('[data-over]').count(), 1);
    assert.deepEqual(errors, []);
  }),
);
