/** Texts in several languages: which one to take. */

import { setFrench } from './french';

/** What is said in English where a language has no words of its own for it. */
const FALLBACK = 'en';

/** Choose among the languages that something is written in. */
export function inLanguage(texts: Record<string, unknown>, lang: string): string {
  const found = texts[lang] ?? texts[FALLBACK];
  if (typeof found !== 'string') return '';
  return lang === 'fr' ? setFrench(found) : found;
}

/** Choose among the two languages that the server speaks. */
export function ofServer(text: { fr: string; en: string }, lang: string): string {
  return lang === 'fr' ? setFrench(text.fr) : text.en;
}

/** Find the file of a game among those there are: `words.de.toml`, else `words.en.toml`. */
export function fileOf<T>(
  files: Record<string, T>,
  game: string,
  file: (lang: string) => string,
  lang: string,
): T | undefined {
  const find = (of: string) =>
    Object.keys(files).find((path) => path.endsWith(`/${game}/${file(of)}`));
  return files[find(lang) ?? find(FALLBACK) ?? ''];
}
