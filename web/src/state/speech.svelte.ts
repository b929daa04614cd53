/** The language in force: the client's own texts, and those of the games as they are needed. */

import { api } from '../core/api';
import { nulls } from '../core/record';
import { fileOf, inLanguage, ofServer } from '../core/texts';
import type { GameWords } from '../core/words';
import type { Texts } from '../words/fr';
import { settings } from './settings.svelte';

const texts = import.meta.glob<Texts>(['../words/*.ts', '!../words/*.test.ts'], {
  import: 'default',
});
const words = import.meta.glob<GameWords>('$games/*/words.*.toml', { import: 'default' });
const pages = import.meta.glob<string>('$games/*/rulebook.*.md', { import: 'default' });

/** The languages there are: one words file each. */
export const LANGUAGES = Object.keys(texts)
  .map((path) => /(\w+)\.ts$/.exec(path)?.[1] ?? '')
  .sort()
  .reverse();

export const speech = $state<{ lang: string; texts: Texts }>({
  lang: '',
  texts: undefined as unknown as Texts,
});

/** Choose the language: the one set, else the browser's, else English. */
export function wanted(): string {
  const browser = navigator.languages.map((lang) => lang.slice(0, 2));
  return [settings.lang, ...browser, 'en'].find((lang) => LANGUAGES.includes(lang)) ?? 'fr';
}

/** Speak a language from now on. */
export async function speak(lang: string): Promise<void> {
  const load = texts[`../words/${lang}.ts`];
  if (!load) return;
  speech.texts = await load();
  speech.lang = lang;
  document.documentElement.lang = lang;
}

/** Say what the server said, in the language in force. */
export const said = (text: { fr: string; en: string }) => ofServer(text, speech.lang);

/** Say a name that comes in several languages. */
export const named = (texts: Record<string, unknown> | null | undefined) =>
  inLanguage(texts ?? {}, speech.lang);

/** Return the words of a game; a game without any speaks by the names of its moves. */
export async function wordsOf(game: string, lang: string): Promise<GameWords> {
  const found = (await fileOf(words, game, (of) => `words.${of}.toml`, lang)?.()) ?? {
    title: game,
  };
  return found.cards ? found : { ...found, cards: await cardNames(game, lang) };
}

/** Ask the server how the cards of a game are called, where its words file does not say. */
async function cardNames(game: string, lang: string): Promise<Record<string, string>> {
  const facts = await api.facts(game).catch(() => null);
  return Object.fromEntries(
    (facts?.cards ?? []).map((card) => [card.id, inLanguage(card.name, lang) || card.id]),
  );
}

/** Return the rulebook page of a game. */
export async function pageOf(game: string, lang: string): Promise<string> {
  return (await fileOf(pages, game, (of) => `rulebook.${of}.md`, lang)?.()) ?? '';
}

/** Name a language in itself. */
export function languageNames(lang: string): string {
  return new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang;
}

const examples = import.meta.glob<Record<string, unknown>>('$games/*/scenarios.toml', {
  import: 'default',
});

/** Return the scenarios of a game, as its file holds them. */
export async function scenariosOf(game: string): Promise<Record<string, unknown>> {
  return nulls((await fileOf(examples, game, () => 'scenarios.toml', '')?.()) ?? {}) as Record<
    string,
    unknown
  >;
}
