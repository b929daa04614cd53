/** Small sounds, made by code; silent unless the player wants them. */

import { settings } from './settings.svelte';

let context: AudioContext | null = null;

/** Sound a short note: a knock for what happens, two notes when it is one's turn. */
export function chime(event: string, mine: boolean): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (event === 'won') [523, 659, 784].forEach((pitch, i) => note(pitch, i * 0.12, 0.3));
  else if (mine) [587, 880].forEach((pitch, i) => note(pitch, i * 0.09, 0.16));
  else note(220, 0, 0.06);
}

function note(pitch: number, after: number, length: number): void {
  if (!context) return;
  const at = context.currentTime + after;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.12, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  const tone = context.createOscillator();
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}
