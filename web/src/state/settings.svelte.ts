/** The player's settings, kept on this device and shown on the document. */

import { keep, read } from '../core/storage';

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'full' | 'none';
export type Settings = {
  name: string;
  lang: string;
  theme: Theme;
  motion: Motion;
  bigCards: boolean;
  left: boolean;
  sound: boolean;
  confirm: boolean;
};

const KEPT = 'pioche.settings';
const START: Settings = {
  name: '',
  lang: '',
  theme: 'auto',
  motion: 'auto',
  bigCards: false,
  left: false,
  sound: false,
  confirm: false,
};

export const settings: Settings = $state({ ...START, ...read(localStorage, KEPT, {}) });

/** Keep the settings and show them on the document. */
export function applySettings(): void {
  keep(localStorage, KEPT, { ...settings });
  const root = document.documentElement;
  root.dataset['theme'] = settings.theme;
  root.dataset['motion'] = settings.motion;
  root.toggleAttribute('data-big', settings.bigCards);
  root.toggleAttribute('data-left', settings.left);
}

/** Tell whether things may move. */
export function moves(): boolean {
  if (settings.motion !== 'auto') return settings.motion === 'full';
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
