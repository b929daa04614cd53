/** Addresses of the client: each page has one, and each is read back to the same page. */

export type Route =
  | { page: 'home' | 'mine' | 'settings' | 'missing' }
  | { page: 'fair'; table: string }
  | { page: 'new' | 'rules' | 'learn' | 'editor'; game: string; at: string }
  | { page: 'table'; table: string }
  | { page: 'replay'; table: string; move: number | null };

const GAME_PAGES = ['new', 'rules', 'learn', 'editor'] as const;
const PLAIN_PAGES = ['mine', 'settings'] as const;

/** Read an address (path, query and fragment). */
export function readRoute(path: string, query = '', fragment = ''): Route {
  const [first = '', second = '', ...rest] = path
    .split('/')
    .filter(Boolean)
    .map(decodeURIComponent);
  if (rest.length) return { page: 'missing' };
  if (!first) return { page: 'home' };
  const at = decodeURIComponent(fragment.replace(/^#/, ''));
  const game = GAME_PAGES.find((page) => page === first);
  if (game && second) return { page: game, game: second, at };
  if (first === 't' && second) return { page: 'table', table: second };
  if (first === 'fair') return { page: 'fair', table: second };
  if (first === 'replay') {
    const move = new URLSearchParams(query).get('move');
    return { page: 'replay', table: second, move: move === null ? null : Number(move) || 0 };
  }
  const plain = PLAIN_PAGES.find((page) => page === first);
  return plain && !second ? { page: plain } : { page: 'missing' };
}

/** Write the address of a page. */
export function address(route: Route): string {
  switch (route.page) {
    case 'home':
    case 'missing':
      return '/';
    case 'table':
      return `/t/${encodeURIComponent(route.table)}`;
    case 'fair':
      return route.table ? `/fair/${encodeURIComponent(route.table)}` : '/fair';
    case 'replay': {
      const path = route.table ? `/replay/${encodeURIComponent(route.table)}` : '/replay';
      return route.move === null ? path : `${path}?move=${route.move}`;
    }
    case 'new':
    case 'rules':
    case 'learn':
    case 'editor':
      return `/${route.page}/${route.game}${route.at ? `#${encodeURIComponent(route.at)}` : ''}`;
    default:
      return `/${route.page}`;
  }
}
