/** Draws the icons of the app as pictures of dots, from the SVG files: node scripts/icons.mjs. */

import { readFileSync, writeFileSync } from 'node:fs';
import { launch } from './browser.mjs';

const PUBLIC = new URL('../public/', import.meta.url);
const ICONS = [
  ['icon.svg', 'icon-192.png', 192],
  ['icon.svg', 'icon-512.png', 512],
  ['icon-maskable.svg', 'icon-maskable-512.png', 512],
  ['icon-maskable.svg', 'apple-touch-icon.png', 180],
];

const browser = await launch();
for (const [from, to, size] of ICONS) {
  const svg = readFileSync(new URL(from, PUBLIC), 'utf8');
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  writeFileSync(new URL(to, PUBLIC), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
