/**
 * Configures the build of the page and the development server.
 *
 * Invariants: no inline script or style (the server's content policy forbids them); the server replaces `__CSP_NONCE__`,
 * `__PAGE_SETTINGS__` and the beginning of the addresses of the built page, so that one build runs under any path; fonts
 * are woff2 files, never data URLs.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { pdfAssets } from './pdf-assets.ts';

/** The font packages list an older woff file with every woff2 file; every browser that runs this page reads woff2. */
const woff2Only: Plugin = {
  name: 'woff2-only',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('@fontsource') || !id.split('?')[0]?.endsWith('.css')) return null;
    return { code: code.replaceAll(/, url\([^)]*\.woff\) format\('woff'\)/g, ''), map: null };
  },
};

const smallestWorthPacking = 1_024;

/** The server sends `.br` and `.gz` files if they exist; fonts are already compressed. */
const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  async writeBundle({ dir }) {
    if (dir === undefined) return;
    const names = await readdir(dir, { recursive: true });
    for (const name of names.filter((each) => /\.(js|css|svg)$/.test(each))) {
      const path = join(dir, name);
      const bytes = await readFile(path);
      if (bytes.length < smallestWorthPacking) continue;
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }
  },
};

/**
 * The code of the first page is one file: thirty small files are five percent larger, and each is a request. The route
 * table is one file too, because the first call of the server needs all of it. So is what five and more parts of the
 * page import: otherwise each combination of parts gets a file, and a case needs 155 instead of 21
 * (docs/decisions/0145-shared-code-is-one-file.md).
 */
const chunkGroups = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  { name: 'contract', test: /packages\/contract\/src\/|node_modules\/zod\//, priority: 1 },
  { name: 'shared', minShareCount: 5 },
];

const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  // Addresses in scripts and style sheets are relative to their file. In index.html the server completes them.
  base: './',
  plugins: [react(), woff2Only, pdfAssets, packed],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    sourcemap: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy: { '/api': { target: apiOrigin, changeOrigin: false } } },
});
