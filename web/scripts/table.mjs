/** Plays at a table of a running server through the interface, for pictures and tests. */

export const GAMES = ['uno', 'anthem', 'duckomenta', 'dectana', 'kardashev'];

/** Return the address of the server to look at. */
export function serverUrl() {
  return process.env.PIOCHE_URL ?? 'http://127.0.0.1:8000';
}

/** Open a table against bots from the home page; return its address. */
export async function openTable(page, base, game) {
  await page.goto(base);
  await page.locator(`[data-game="${game}"] button`).first().click();
  await page.waitForURL(/\/t\//, { timeout: 120_000 });
  await page.locator('[data-ready]').waitFor({ timeout: 120_000 });
  return page.url().split('/t/')[1];
}

/** Open a table through the API, as the page would, and wait for it; the page holds seat 0. */
export async function openAt(
  page,
  base,
  game,
  { seats = 2, options = {}, level = 'greedy', bots, name = 'Ada', pace = 0 } = {},
) {
  await page.goto(`${base}/settings`);
  const id = await page.evaluate(
    async ({ game, seats, options, bots, name, pace }) => {
      const body = {
        game,
        seats,
        options,
        bots,
        name,
        pace,
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
    { game, seats, options, name, pace, bots: bots ?? botsFor(seats, level) },
  );
  await page.goto(`${base}/t/${id}`);
  await page.locator('[data-ready], .chairs').first().waitFor();
  return id.split('#')[0];
}

const botsFor = (seats, level) =>
  Object.fromEntries(Array.from({ length: seats - 1 }, (_, i) => [String(i + 1), level]));

/** What can be chosen now: cards, places on the board, buttons. */
const CHOICES = [
  '.near .calls button',
  '.near .actions button.primary',
  '.hand button[aria-disabled="false"]',
  '.board button:not([aria-disabled="true"]).can',
  '.board .fan button',
  '.board .choices button',
  '.board .compass button',
  '.board .guesses button',
  '.near .actions button',
].join(', ');

/** Wait until this page is asked for a choice or the game is over; tell which, or '' after a while. */
export async function turnOf(page, patience = 60_000) {
  const found = page.locator('[data-over], .prompt.asked').first();
  await found.waitFor({ timeout: patience }).catch(() => undefined);
  if (await page.locator('[data-over]').count()) return 'over';
  return (await page.locator('.prompt.asked').count()) ? 'asked' : '';
}

/** Make one of the choices there are; tell whether one was made. */
export async function choose(page, pick = anyOf) {
  const raised = page.locator('.hand button.raised[aria-disabled="false"]');
  const choices = (await raised.count()) ? raised : page.locator(CHOICES);
  const count = await choices.count();
  if (!count) return false;
  if (await page.locator('.pick .read').count()) return confirm(page, pick);
  const made = await choices
    .nth(pick(count))
    .click({ timeout: 1500, force: true })
    .then(
      () => true,
      () => false, // it was gone before the click
    );
  const open = page.locator('dialog[open] header button');
  if (await open.count()) await open.first().click();
  await page.waitForTimeout(50);
  return made;
}

/** Read a card of a pool, then take it. */
async function confirm(page, pick) {
  const faces = page.locator('.pick .can');
  await faces.nth(pick(await faces.count())).click();
  await page.locator('.pick .read .primary').click();
  await page.waitForTimeout(50);
  return true;
}

const anyOf = (count) => Math.floor(Math.random() * count);

/** Make up to `most` choices, as they come; stop when the game is over. */
export async function playFor(page, most, pick = anyOf) {
  let made = 0;
  for (let tries = 0; made < most && tries < most + 50; tries++) {
    const turn = await turnOf(page);
    if (turn === 'over') break;
    if (turn && (await choose(page, pick))) made++;
  }
  return made;
}

/** Play a game with several pages, each in its turn, until it is over on the first. */
export async function playTogether(pages, most) {
  for (let i = 0; i < most; i++)
    for (const page of pages) {
      const turn = await turnOf(page, 100);
      if (turn === 'over') return true;
      if (turn) await choose(page);
    }
  return false;
}
