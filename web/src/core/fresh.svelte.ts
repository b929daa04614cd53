/** Whether this client is the newest: what there is to reload for, and how. */

import { PROTOCOL } from './wire';

export const fresh = $state({ stale: false });

/** Note that something newer is there. */
export function outdate(): void {
  fresh.stale = true;
}

/** Compare with the server's protocol: an old client is told to reload. */
export function compare(protocol: number): void {
  if (protocol > PROTOCOL) outdate();
}

/** Reload, and let the newest worker take over first. */
export async function reload(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.waiting?.postMessage('take over');
  location.reload();
}

/** Keep the shell for a time without network, and listen for newer ones. */
export function watch(): void {
  addEventListener('vite:preloadError', outdate); // a part of this build is gone
  navigator.serviceWorker?.register('/worker.js').then(
    (registration) => {
      greet(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const next = registration.installing;
        next?.addEventListener('statechange', () => next.state === 'installed' && greet(next));
      });
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') registration.update().catch(ignore);
      });
    },
    ignore, // private windows may refuse workers
  );
}

/** Ask a worker that waits whether it is of this build: then nothing needs to be reloaded. */
function greet(worker: ServiceWorker | null): void {
  if (!worker || !navigator.serviceWorker.controller) return;
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => (data ? worker.postMessage('take over') : outdate());
  worker.postMessage(script ? new URL(script.src).pathname : '', [port2]);
}

const ignore = () => undefined;
