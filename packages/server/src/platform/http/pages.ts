/**
 * Serves the built pages. Assets have their hash in their name and may be cached for ever; index.html is never cached
 * and gets a new nonce each time. Every path that is no file and no API route is a page of the application, which shows
 * its own not-found page.
 */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnknownRoute } from './answer-fault.ts';
import { filePolicy, makeNonce, noncePlaceholder, pagePolicy } from './content-policy.ts';

const assetFolder = '/assets/';
/** A browser requests the icon again whenever the address changes, as it does with each finding at the desk. */
const iconFile = /[\\/]mark[\w-]*\.(?:svg|png)$/;
const indexPath = '/index.html';
/** Matches folders and a name with an extension, none of which begins with a dot or is encoded. */
const filePath = /^(?:\/[\w-][\w.-]*)+\.\w+$/;

function cachingOf(file: string): string {
  if (file.includes(assetFolder)) return 'public, max-age=31536000, immutable';
  return iconFile.test(file) ? 'public, max-age=86400' : 'no-cache';
}

function isPagePath(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '/';
  if (path === indexPath) return true;
  if (path.startsWith('/api/') || path.startsWith(assetFolder) || extname(path) !== '') return false;
  return request.method === 'GET' || request.method === 'HEAD';
}

const settingsPlaceholder = '__PAGE_SETTINGS__';

/** Returns JSON for a double-quoted attribute. */
export function attributeJson(value: object): string {
  return JSON.stringify(value).replace(/[&"<>]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}

type PageText = () => Promise<string | null>;

/**
 * Writes the settings into the page, and the path under which the product is installed before the addresses of its files,
 * which the build leaves relative. A page further down would otherwise look for them beside itself.
 */
function completed(text: string, settings: object, base_path: string): string {
  const given = base_path === '' ? settings : { ...settings, base_path };
  return text
    .replaceAll(/ (href|src)="\.\//g, (_begin, name: string) => ` ${name}="${base_path}/`)
    .replace(settingsPlaceholder, () => attributeJson(given));
}

/** Returns the completed page, reloaded only if the file has changed; null while it is not built. */
function pageText(folder: string, settings: object, base_path: string): PageText {
  const file = join(folder, 'index.html');
  let made = { mtimeMs: -1, text: '' };
  return async () => {
    const found = await stat(file).catch(() => null);
    if (found === null) return null;
    const { mtimeMs } = found;
    if (made.mtimeMs !== mtimeMs) {
      const text = await readFile(file, 'utf8');
      made = { mtimeMs, text: completed(text, settings, base_path) };
    }
    return made.text;
  };
}

function answerPage(text: string, origins: readonly string[], reply: FastifyReply): FastifyReply {
  const nonce = makeNonce();
  return reply
    .status(200)
    .header('content-security-policy', pagePolicy(nonce, origins))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(text.replaceAll(noncePlaceholder, nonce));
}

export type PageOptions = {
  /** Values that the page shows before sign-in, such as the support contacts. */
  readonly settings?: object;
  /** The origins that it connects to besides its own. */
  readonly origins?: readonly string[];
  /** The path under which the product is installed; empty at the root of a host. */
  readonly base_path?: string;
};

/**
 * Serves the pages of `folder`. If it is null or missing, the server is only an API, as in tests; pages may be built
 * into it later.
 */
export async function servePages(
  app: FastifyInstance,
  folder: string | null,
  { settings = {}, origins = [], base_path = '' }: PageOptions = {},
): Promise<void> {
  const pages = folder !== null && existsSync(folder) ? folder : null;
  const page = pages === null ? null : pageText(pages, settings, base_path);
  app.setNotFoundHandler(async (request, reply) => {
    const text = page !== null && isPagePath(request) ? await page() : null;
    if (text !== null) return answerPage(text, origins, reply);
    answerUnknownRoute(request, reply);
    return reply;
  });
  if (pages === null) return;
  await app.register(fastifyStatic, {
    root: pages,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('content-security-policy', filePolicy);
      void reply.header('cache-control', cachingOf(path));
    },
  });
  // The plugin's own route would read the whole folder of assets for each file.
  app.get('/*', { exposeHeadRoute: true }, (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (filePath.test(path) && path.toLowerCase() !== indexPath) return reply.sendFile(path);
    return reply.callNotFound();
  });
}
