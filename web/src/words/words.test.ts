/** No text stands in a component: all of it comes from the words files. */

import { parse, type AST } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import fr from './fr';

const SPOKEN = ['aria-label', 'title', 'placeholder', 'alt', 'label'];
const TEXT = /\p{L}{2}/u;
const components = import.meta.glob<string>('../**/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const languages = import.meta.glob<unknown>(['./*.ts', '!./*.test.ts'], {
  import: 'default',
  eager: true,
});

type Node = { type: string; name?: string; data?: string } & Record<string, unknown>;

/** List the texts that a component holds itself. */
function textsOf(source: string): string[] {
  const found: string[] = [];
  const walk = (node: Node, spoken: boolean) => {
    if (node.type === 'Text' && spoken && TEXT.test(node.data ?? '')) found.push(node.data!);
    if (node.type === 'StyleDirective') return;
    const inside = node.type === 'Attribute' ? SPOKEN.includes(node.name ?? '') : spoken;
    for (const part of Object.values(node).flat())
      if (part && typeof part === 'object' && 'type' in part) walk(part as Node, inside);
  };
  walk(parse(source, { modern: true }).fragment as AST.Fragment & Node, true);
  return found;
}

/** What a text is: another of the same shape says the same thing. */
function shape(value: unknown): unknown {
  if (typeof value === 'function') return `function of ${value.length}`;
  if (Array.isArray(value)) return value.length;
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shape(part)]));
  return typeof value;
}

describe('the words', () => {
  it('hold every text of the components', () => {
    const told = Object.entries(components).flatMap(([file, source]) =>
      textsOf(source).map((text) => `${file}: ${text}`),
    );
    expect(told).toEqual([]);
  });

  it.each(Object.entries(languages))('say the same things in %s as in French', (_, texts) => {
    expect(shape(texts)).toEqual(shape(fr));
  });
});
