import { expect, test } from 'vitest';
import type { Told } from '../core/view';
import { newsOf } from './news';

const told = Array.from({ length: 30 }, (_, n) => ({ n, event: `e${n}` }) as unknown as Told);
const say = (one: Told) => one.event;

test('the latest lines are said, each once, and advice after them', () => {
  const news = newsOf(told, say, '');
  expect(news.at(-1)).toEqual({ n: 29, text: 'e29' });
  expect(newsOf(told, say, 'wait').at(-1)?.text).toBe('wait');
  expect(new Set(news.map(({ n }) => n)).size).toBe(news.length);
});
