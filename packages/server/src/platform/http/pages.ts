/**
 * Serves the built pages. Assets carry their hash in their name and may be kept for ever; index.html is never kept,
 * and gets a fresh nonce each time. Every path that is no file and no API route is a page of the application, which
 * shows its own not-found page.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnknownRoute } from './answer-fault.ts';
import { filePolicy, makeNonce, noncePlaceholder, pagePolicy } from './content-policy.ts';

const assetFolder = '/assets/';

function isPagePath(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '/';
  if (path === '/index.html') return true;
  if (path.startsWith('/api/') || path.startsWith(assetFolder) || extname(path) !== '') return false;
  return request.method === 'GET' || request.method === 'HEAD';
}

const settingsPlaceholder = '__PAGE_SETTINGS__';

/** JSON inside a double-quoted attribute. */
export function attributeJson(value: object): string {
  return JSON.stringify(value).replace(/[&"<>]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}

async function answerPage(folder: string, settings: object, reply: FastifyReply): Promise<FastifyReply> {
  const nonce = makeNonce();
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  return reply
    .status(200)
    .header('content-security-policy', pagePolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      page.replaceAll(noncePlaceholder, nonce).replace(settingsPlaceholder, () => attributeJson(settings)),
    );
}

/**
 * `folder` null or without an index.html: an API alone, as in tests. `settings` are what the page shows before anybody
 * has signed in, such as the support contacts.
 */
export async function servePages(
  app: FastifyInstance,
  folder: string | null,
  settings: object = {},
): Promise<void> {
  const pages = folder !== null && existsSync(join(folder, 'index.html')) ? folder : null;
  app.setNotFoundHandler((request, reply) => {
    if (pages !== null && isPagePath(request)) return answerPage(pages, settings, reply);
    answerUnknownRoute(request, reply);
    return reply;
  });
  if (pages === null) return;
  await app.register(fastifyStatic, {
    root: pages,
    index: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    globIgnore: ['index.html'],
    allowedPath: (path) => path !== '/index.html' && path !== '/',
    setHeaders: (reply, path) => {
      const hashed = path.includes(assetFolder);
      void reply.header('content-security-policy', filePolicy);
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
