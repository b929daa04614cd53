/**
 * Keeps the shell of the client, so that it opens without a network; never the API.
 * The build fills in SHELL and VERSION: each build is another worker, which waits until
 * the page lets it take over.
 */

const SHELL = __SHELL__;
const KEPT = `pioche-${__VERSION__}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(SHELL)));
});

/** A page of the same build hands over at once; an older one goes on until it reloads. */
self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting();
  else event.ports[0]?.postMessage(SHELL.includes(event.data));
});

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('pioche-') && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/api') || url.pathname === '/healthz') return;
  if (event.request.mode === 'navigate') event.respondWith(page(event.request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(event.request));
});

/** The page comes fresh from the network, or as it was kept where there is none. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match('/')) ?? Response.error();
  }
}

/** What has a hash in its name never changes: it is fetched once. */
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}
