/** Where the client is: the address read as a route, and how to go elsewhere. */

import { address, readRoute, type Route } from '../core/route';

const here = () => readRoute(location.pathname, location.search, location.hash);

export const place = $state<{ route: Route }>({ route: here() });

/** Go to a page. */
export function go(route: Route, replace = false): void {
  const to = address(route);
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  place.route = route;
  if (!replace) scrollTo(0, 0);
}

/** Follow links within the client without loading the page anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.origin !== location.origin || link.target || link.download) return;
  if (link.pathname.startsWith('/api/')) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  place.route = here();
  scrollTo(0, 0);
}

addEventListener('popstate', () => (place.route = here()));
