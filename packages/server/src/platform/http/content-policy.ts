/**
 * The content security policy of every answer. Pages carry one nonce per response, which Vite's `html.cspNonce`
 * placeholder in index.html and emotion's style tags take; nothing inline without it, no eval, no other origin.
 */
import { randomBytes } from 'node:crypto';

export const noncePlaceholder = '__CSP_NONCE__';

export function makeNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** The policy of a page with this nonce; without one, of an answer that is no page. */
export function contentPolicy(nonce?: string): string {
  const own = nonce === undefined ? "'none'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${nonce === undefined ? "'self'" : own}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}
