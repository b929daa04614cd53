import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { parse } from 'smol-toml';
import type { Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { setFrench } from './src/core/french.ts';

const FRENCH = /\.fr\.\w+$|\/words\/fr\.ts$/;

/** Lets the client import the games' own words, scenarios and rulebook pages. */
const texts: Plugin = {
  name: 'pioche-texts',
  enforce: 'pre',
  transform: (code, id) => (FRENCH.test(id) && id.endsWith('.ts') ? setFrench(code) : null),
  load(id) {
    const file = id.split('?')[0]!;
    if (!/games\/\w+\/[\w.]+\.(toml|md)$/.test(file)) return null;
    this.addWatchFile(file);
    const written = readFileSync(file, 'utf8');
    const text = FRENCH.test(file)
      ? setFrench(written)
      : written.replace(/^fr = .*$/gm, (line) => setFrench(line));
    return `export default ${JSON.stringify(file.endsWith('.md') ? text : parse(text))}`;
  },
};

const WORKER = fileURLToPath(new URL('src/shell/worker.js', import.meta.url));
const ALWAYS = ['/', '/icon.svg', '/manifest.webmanifest'];

/** Writes the service worker with the list of what the home page needs. */
const worker: Plugin = {
  name: 'pioche-worker',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
    const entry = chunks.find((chunk) => chunk.isEntry);
    const words = chunks.filter((chunk) =>
      /src\/words\/\w+\.ts$/.test(chunk.facadeModuleId ?? ''),
    );
    const files = new Set<string>();
    const need = (chunk: Rolldown.OutputChunk | undefined) => {
      if (!chunk || files.has(chunk.fileName)) return;
      files.add(chunk.fileName);
      chunk.viteMetadata?.importedCss.forEach((css) => files.add(css));
      for (const name of chunk.imports) need(chunks.find((other) => other.fileName === name));
    };
    [entry, ...words].forEach(need);
    const version = createHash('sha256')
      .update(Object.keys(bundle).sort().join('\n'))
      .digest('hex')
      .slice(0, 12);
    const shell = [...ALWAYS, ...[...files].map((file) => `/${file}`)];
    const source = readFileSync(WORKER, 'utf8')
      .replace('__SHELL__', JSON.stringify(shell))
      .replace('__VERSION__', JSON.stringify(version));
    this.emitFile({ type: 'asset', fileName: 'worker.js', source });
  },
};

const server = process.env['PIOCHE_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [texts, worker, svelte()],
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
  // a test says whether something is right; a busy machine may take its time
  test: { include: ['src/**/*.test.ts'], environment: 'node', testTimeout: 120_000 },
});
