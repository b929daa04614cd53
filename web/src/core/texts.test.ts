import { expect, test } from 'vitest';
import { fileOf, inLanguage, ofServer } from './texts';

const FILES = { '/games/uno/words.fr.toml': 'fr', '/games/uno/words.en.toml': 'en' };
const words = (lang: string) => `words.${lang}.toml`;

test('a game speaks the language asked for, else English, else not at all', () => {
  expect(fileOf(FILES, 'uno', words, 'fr')).toBe('fr');
  expect(fileOf(FILES, 'uno', words, 'de')).toBe('en');
  expect(fileOf(FILES, 'quay', words, 'fr')).toBeUndefined();
});

test('names are taken in the language asked for, else in English', () => {
  const title = { fr: 'la Lune', en: 'the Moon' };
  expect(inLanguage(title, 'fr')).toBe('la Lune');
  expect(inLanguage(title, 'de')).toBe('the Moon');
  expect(inLanguage({}, 'de')).toBe('');
});

test('the server speaks French, and English to all others', () => {
  const text = { fr: 'non', en: 'no', id: '12' };
  expect(ofServer(text, 'fr')).toBe('non');
  expect(ofServer(text, 'id')).toBe('no');
});
