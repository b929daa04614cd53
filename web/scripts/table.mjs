/** Plays at a table of a running server through the interface, for pictures and tests. */

export const GAMES = ['uno', 'anthem', 'duckomenta', 'dectana', 'kardashev'];

/** Return the address of the server to look at. */
export function serverUrl() {
  return process.env.PIOCHE_URL ?? 'http://127.0.0.1:8000';
}

/** Open a table against bots from the home page; return its address. */
export async function openTable(page, base, game) {
  await page.goto(base);
  const tile = page.locator(`[data-game="${game}"] button`).first();
  if (!(await tile.count())) return '';
  await tile.click();
  await page.waitForURL(/\/t\//, { timeout: 20000 });
  await page.locator('[data-ready]').waitFor({ timeout: 20000 });
  return page.url().split('/t/')[1];
}

/** What can be chosen now: cards, places on the board, buttons. */
const CHOICES = [
  '.near .actions button.primary',
  '.hand button[aria-disabled="false"]',
  '.board button:not([aria-disabled="true"]).can',
  '.board .fan button',
  '.board .choices button',
  '.board .compass button',
  '.board .guesses button',
  '.near .actions button',
].join(', ');

/** Make up to `most` choices, as they come; stop when the game is over. */
export async function playFor(page, most, pick = (n) => Math.floor(Math.random() * n)) {
  let made = 0;
  for (let tries = 0; made < most && tries < most * 40; tries++) {
    if (await page.locator('[data-over]').count()) return made;
    const asked = await page.locator('.prompt.asked').count();
    const choices = page.locator(CHOICES);
    const raised = page.locator('.hand button.raised[aria-disabled="false"]');
    const count = asked ? await choices.count() : 0;
    if (count) {
      const ready = (await raised.count()) ? raised.first() : choices.nth(pick(count));
      await ready.click({ timeout: 1500, force: true }).then(
        () => made++,
        () => undefined,
      );
      const open = page.locator('dialog[open] header button');
      if (await open.count()) await open.first().click();
    }
    await page.waitForTimeout(count ? 60 : 100);
  }
  return made;
}
