/**
 * Lists the parts of PDF.js that a document may need when it is shown: character maps, standard fonts, and the image
 * decoders in plain script (the content policy allows no WebAssembly). They are in a folder named after the library's
 * version, so that they can be cached without limit; their names are those of the library.
 */
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const library = path.dirname(manifest);
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')));
const base = `assets/pdfjs-${version}/`;
const parts: readonly { readonly folder: string; readonly wanted: RegExp }[] = [
  { folder: 'cmaps', wanted: /\.bcmap$/ },
  { folder: 'standard_fonts', wanted: /\.(pfb|ttf)$/ },
  { folder: 'wasm', wanted: /_nowasm_fallback\.js$/ },
];

const files = parts.flatMap(({ folder, wanted }) =>
  readdirSync(path.join(library, folder))
    .filter((name) => wanted.test(name))
    .map((name) => `${folder}/${name}`),
);

const typeOf = (file: string): string =>
  file.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';

export const pdfAssets: Plugin = {
  name: 'pdf-assets',
  configureServer(server) {
    server.middlewares.use((request, reply, next) => {
      const file = files.find((one) => request.url === `/${base}${one}`);
      if (file === undefined) return next();
      reply.setHeader('Content-Type', typeOf(file));
      createReadStream(path.join(library, file)).pipe(reply);
    });
  },
  generateBundle() {
    for (const file of files) {
      this.emitFile({ type: 'asset', fileName: base + file, source: readFileSync(path.join(library, file)) });
    }
  },
};
