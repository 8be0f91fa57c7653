/**
 * Serves the demo's mailbox: every mail that the demo wrote, newest first, to everybody who can reach it. It has no
 * script, and each mail's HTML is in a frame of its own in which nothing is executed. It is only served in demo mode.
 */
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../texts/escape-html.ts';
import { readOutbox, type KeptMail } from './outbox.ts';

const mostShown = 100;

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style = `body{margin:0;background:#f1f4f4;color:#132124;font:15px/1.5 "IBM Plex Sans",system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:32px 16px}h1{font-size:20px;margin:0 0 4px}main>p{margin:0 0 24px;color:#435459}
article{margin:0 0 16px;background:#fff;border:1px solid #dee5e6;border-radius:10px;overflow:hidden}
header{padding:14px 18px;border-bottom:1px solid #e8edee}h2{margin:0;font-size:15px}header p{margin:2px 0 0;color:#435459;font-size:13px}
iframe{display:block;width:100%;height:23rem;border:0}
@media(prefers-color-scheme:dark){body{background:#0c1113;color:#e4ecee}article{background:#171f22;border-color:#253036}header{border-color:#1d272b}main>p,header p{color:#aebdc1}}`;

function mailHtml({ subject, to, sent_at, language, html }: KeptMail): string {
  const framed = html.replace('<head>', '<head><base target="_top">');
  return `<article lang="${escapeHtml(language)}"><header><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)} · <time datetime="${escapeHtml(sent_at)}">${escapeHtml(sent_at.slice(0, 19).replace('T', ' '))}</time></p></header><iframe title="${escapeHtml(subject)}" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(framed)}"></iframe></article>`;
}

function pageOf(mails: readonly KeptMail[]): string {
  const note = mails.length === 0 ? 'No mail yet.' : 'What the demo would have sent by mail, newest first.';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox · Rhythmdesk demo</title><style>${style}</style></head><body><main><h1>Outbox</h1><p>${note}</p>${mails.map(mailHtml).join('')}</main></body></html>`;
}

export function serveDemoOutbox(app: FastifyInstance, folder: string): void {
  app.get('/demo/outbox', async (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageOf(await readOutbox(folder, mostShown))),
  );
}
