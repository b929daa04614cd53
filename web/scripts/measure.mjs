/** Measures the table against its budgets, in Chromium, on a server that runs: npm run measure.
 *
 * - ready: from the visit, with nothing in the cache and the processor slowed four times, until
 *   the hand lies there and answers;
 * - shown: from a move's message until the board that shows it has been painted;
 * - frames: how many frames a second are drawn while cards fly, by Chromium's trace of each.
 */

import { launch } from './browser.mjs';
import { openAt, playFor, serverUrl } from './table.mjs';

export const BUDGETS = { ready: 1500, shown: 100, frames: 60 };

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

async function ready(browser, game) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await openAt(page, base, game);
    const address = page.url();
    const kept = await context.storageState();
    await context.close();

    const fresh = await browser.newContext({
      viewport: { width: 390, height: 844 },
      storageState: kept,
      serviceWorkers: 'block',
    });
    const visit = await fresh.newPage();
    await visit.addInitScript(watchReady);
    const session = await fresh.newCDPSession(visit);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await visit.goto(address);
    await visit.waitForFunction(() => globalThis.ready);
    times.push(await visit.evaluate(() => globalThis.ready));
    await fresh.close();
  }
  return middle(times);
}

/** Play a little with ten at the table; return the delays of moves and the frames drawn. */
async function motion(browser) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
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
    .map((event) => event.args.chrome_frame_reporter)
    .filter((report) => report?.affects_smoothness);
  const dropped = states.filter((report) => report.state === 'STATE_DROPPED').length;
  return { drawn: states.length - dropped, dropped };
}

const browser = await launch();
const found = {};
for (const game of ['uno', 'anthem', 'duckomenta', 'kardashev'])
  found[`ready ${game}`] = Math.round(await ready(browser, game));
const { delays, drawn, dropped } = await motion(browser);
found['shown, middle'] = Math.round(middle(delays));
found['shown, nine of ten'] = Math.round(ninth(delays));
found.moves = delays.length;
found.drawn = drawn;
found.dropped = dropped;
console.log(found);
await browser.close();
