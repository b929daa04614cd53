import { expect, test } from 'vitest';
import { sha256 } from './sha';

async function theirs(text: string): Promise<string> {
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
  );
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

test('texts of every length around a block have the hash that others find', async () => {
  for (const text of [
    '',
    'abc',
    'é 🂡',
    ...[55, 56, 63, 64, 65, 5000].map((n) => 'p'.repeat(n)),
  ])
    expect(sha256(text)).toBe(await theirs(text));
});
