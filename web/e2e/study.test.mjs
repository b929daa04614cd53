/** Learning and studying: the tutorial, the position editor, replay and analysis. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playFor } from '../scripts/table.mjs';
import { base, findings, inBrowser, LONGEST, openAt, PHONE } from './browser.mjs';

const ENGLISH = { locale: 'en-GB' };

test('the tutorial is played on the board, and refusals explain themselves', () =>
  inBrowser({ ...ENGLISH, ...PHONE }, async (page, errors) => {
    await page.goto(`${base}/learn/uno`);
    await page.getByText('Lesson 1 of').waitFor();
    await page.getByText('Your turn: lay red 7 (Love)').waitFor();
    await page.locator('.hand button').filter({ hasText: 'red 7' }).click();
    await page.getByText(/Player 1 lays.*red 7/).waitFor();
    await page.getByRole('button', { name: 'Next lesson' }).click();
    await page.getByText('Lesson 2 of').waitFor();
    await page.locator('.hand button').filter({ hasText: 'green 9' }).click({ force: true });
    await page.locator('figure .no', { hasText: 'UB8' }).waitFor();
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(errors, []);
  }));

test('a position is arranged, shared as a link, and played', LONGEST, () =>
  inBrowser({ ...ENGLISH, permissions: ['clipboard-write'] }, async (page, errors) => {
    await page.goto(`${base}/editor/anthem`);
    await page.getByText('This position is possible.').waitFor();
    const hand = page.locator('details', { hasText: 'Hand · Player 1' });
    const other = page.locator('details', { hasText: 'Hand · Player 2' });
    await hand.locator('.slot').first().click();
    await other.getByRole('button', { name: 'Lay it here' }).click();
    await page.waitForFunction(
      () => document.querySelectorAll('details')[5]?.querySelectorAll('.slot').length === 10,
    );
    assert.deepEqual(await findings(page), []);
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await page.getByText('Copied').waitFor();
    await page.goto('about:blank');
    await page.goBack();
    await page.getByText('This position is possible.').waitFor();
    assert.equal(await other.locator('.slot').count(), 10);
    await page.getByRole('button', { name: 'Play against bots' }).click();
    await page.locator('[data-ready]').waitFor();
    assert.deepEqual(errors, []);
  }),
);

test('a finished game is replayed and analysed, and played on', LONGEST, () =>
  inBrowser(ENGLISH, async (page, errors) => {
    await openAt(page, 'uno');
    await playFor(page, 600);
    await page.locator('[data-over]').waitFor();
    await page.getByRole('link', { name: /Replay/ }).click();
    await page.getByRole('button', { name: 'Analyse the game' }).click();
    await page.getByRole('img', { name: /share/i }).waitFor();
    await page.getByRole('heading', { name: 'Luck and decisions' }).waitFor();
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Edit this position' }).click();
    await page.getByText('This position is possible.').waitFor();
    await page.goBack();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Play', exact: true }).last().click();
    await page.locator('[data-ready]').waitFor();
    assert.deepEqual(errors, []);
  }),
);
