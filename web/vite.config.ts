import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Lets the client import the games' own words, scenarios and rulebook pages. */
const texts: Plugin = {
  name: 'pioche-texts',
  enforce: 'pre',
  load(id) {
    const file = id.split('?')[0]!;
    if (!/games\/\w+\/[\w.]+\.(toml|md)$/.test(file)) return null;
    this.addWatchFile(file);
    const text = readFileSync(file, 'utf8');
    return `export default ${JSON.stringify(file.endsWith('.md') ? text : parse(text))}`;
  },
};

const server = process.env['PIOCHE_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [texts, svelte()],
  resolve: {
    alias: { $games: fileURLToPath(new URL('../src/pioche/games', import.meta.url)) },
  },
  build: {
    outDir: '../src/pioche/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy allows no data: scripts or styles
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true } },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
