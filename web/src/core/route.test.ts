import { expect, test } from 'vitest';
import { address, readRoute, type Route } from './route';

const ROUTES: Route[] = [
  { page: 'home' },
  { page: 'mine' },
  { page: 'settings' },
  { page: 'fair', table: '' },
  { page: 'fair', table: 'k3j4h5' },
  { page: 'new', game: 'uno', at: '' },
  { page: 'rules', game: 'uno', at: 'UB8' },
  { page: 'learn', game: 'dectana', at: '' },
  { page: 'editor', game: 'anthem', at: '' },
  { page: 'table', table: 'k3j4 h5' },
  { page: 'replay', table: '', move: null },
  { page: 'replay', table: 'abc', move: 12 },
];

test('every address leads back to its page', () => {
  for (const route of ROUTES) {
    const url = new URL(address(route), 'http://x');
    expect(readRoute(url.pathname, url.search, url.hash)).toEqual(route);
  }
});

test('an address that leads nowhere is said to be missing', () => {
  for (const path of ['/nowhere', '/rules', '/t', '/t/a/b', '/mine/x'])
    expect(readRoute(path)).toEqual({ page: 'missing' });
});
