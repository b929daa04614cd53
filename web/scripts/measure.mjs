/** Measures the table against its budgets, in Chromium, on a server that runs: npm run measure [game]
 *
 * - ready: from the visit, with nothing in the cache and the processor slowed four times, until
 *   the hand lies there and answers; beside it the work of the page until then when it is
 *   not slowed, in processor time, which a machine that is busy with other things blurs less;
 * - shown: from a move's message until the board that shows it has been painted;
 * - frames: how many frames a second are drawn while cards fly, by Chromium's trace of each.
 */

import { launch } from './browser.mjs';
import { GAMES, openAt, playFor, serverUrl } from './table.mjs';

const BUDGETS = { ready: 1500, shown: 100 }; // milliseconds
const SLOWER = 4;
const PATIENCE = 120_000;
const ROUNDS = 3;
const PHONE = { width: 390, height: 844 };

const only = process.argv[2] ?? ''; // a part of the names of the games to visit
const base = serverUrl();
const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const ninth = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.9)];

/** Note in the page when each move was told, and when it had been painted. */
function watchMoves() {
  const told = new Map();
  globalThis.delays = [];
  const Plain = WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(...words) {
      super(...words);
      this.addEventListener('message', ({ data }) => {
        const { type, count } = JSON.parse(data);
        if (type === 'change' && !told.has(count)) told.set(count, performance.now());
      });
    }
  };
  const look = () => {
    const count = Number(document.querySelector('[data-count]')?.dataset.count);
    const at = told.get(count);
    if (at === undefined) return;
    told.delete(count);
    requestAnimationFrame(() =>
      setTimeout(() => globalThis.delays.push(performance.now() - at)),
    );
  };
  new MutationObserver(look).observe(document, {
    attributes: true,
    attributeFilter: ['data-count'],
    subtree: true,
  });
}

/** Note in the page when the hand lies there and answers. */
function watchReady() {
  const look = () => {
    if (globalThis.ready || !document.querySelector('[data-ready] .hand button')) return;
    globalThis.ready = performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** Add up what the page's main thread has worked, in milliseconds of the processor. */
async function workOf(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
}

/** Open a table, and keep what a device knows of it. */
async function opened(browser, game) {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await openAt(page, base, game);
  const found = { address: page.url(), kept: await context.storageState() };
  await context.close();
  return found;
}

/** Visit a table with nothing in the cache; return the time and the work until it answers. */
async function visit(browser, { address, kept }, slower) {
  const context = await browser.newContext({
    viewport: PHONE,
    storageState: kept,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.addInitScript(watchReady);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await session.send('Performance.enable');
  await page.goto(address, { timeout: PATIENCE });
  await page.waitForFunction(() => globalThis.ready, null, { timeout: PATIENCE });
  const found = {
    work: await workOf(session),
    time: await page.evaluate(() => globalThis.ready),
  };
  await context.close();
  return found;
}

/** Visit a table some times; return the median time when slowed, and the least work when not. */
async function ready(browser, game) {
  const times = [];
  const works = [];
  for (let i = 0; i < ROUNDS; i++) {
    const table = await opened(browser, game);
    times.push((await visit(browser, table, SLOWER)).time);
    works.push((await visit(browser, table, 1)).work);
  }
  return { time: middle(times), work: Math.min(...works) };
}

/** Play a little with ten at the table; return the delays of moves and the frames drawn. */
async function motion(browser) {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await page.addInitScript(watchMoves);
  await openAt(page, base, 'uno', { seats: 10, pace: 500 });
  const session = await context.newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['cc', 'benchmark', 'blink.animations'] },
  });
  await playFor(page, 4);
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await done;
  const delays = await page.evaluate(() => globalThis.delays);
  await context.close();
  return { delays, ...framesOf(events) };
}

/** Count the frames that were presented and dropped while something moved. */
function framesOf(events) {
  const states = events
    .filter((event) => event.name === 'PipelineReporter' && event.ph === 'b')
    .map(({ args }) => args.frame_reporter ?? args.chrome_frame_reporter) // by its version
    .filter((report) => report?.has_compositor_animation || report?.has_main_animation)
    .filter((report) => report.state !== 'STATE_NO_UPDATE_DESIRED');
  const dropped = states.filter((report) => report.state === 'STATE_DROPPED').length;
  return { drawn: states.length - dropped, dropped };
}

/** Print a figure beside its budget. */
function print(name, value, budget, unit = 'ms') {
  const verdict =
    budget === undefined ? '' : ` of ${budget}: ${value <= budget ? 'within' : 'OVER'}`;
  console.log(`${name.padEnd(34)} ${String(Math.round(value)).padStart(6)} ${unit}${verdict}`);
}

const browser = await launch();
for (const game of GAMES.filter((name) => name.includes(only))) {
  const { time, work } = await ready(browser, game);
  print(`${game}: ready, processor at 1/${SLOWER}`, time, BUDGETS.ready);
  print(`${game}: work of its main thread, not slowed`, work);
}
const { delays, drawn, dropped } = await motion(browser);
print('a move shown after its message, p50', middle(delays), BUDGETS.shown);
print('a move shown after its message, p90', ninth(delays), BUDGETS.shown);
print('moves', delays.length, undefined, '');
print('frames drawn while cards flew', (100 * drawn) / (drawn + dropped), undefined, '%');
print('frames dropped', dropped, undefined, '');
await browser.close();
