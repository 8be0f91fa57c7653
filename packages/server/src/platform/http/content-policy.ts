/**
 * The content security policy of every answer. Pages carry one nonce per response, which Vite's `html.cspNonce`
 * placeholder in index.html and emotion's style tags take; nothing inline without it, no eval, no other origin.
 */
import { randomBytes } from 'node:crypto';

export const noncePlaceholder = '__CSP_NONCE__';

export function makeNonce(): string {
  return randomBytes(16).toString('base64url');
}

const beside = [
  "default-src 'none'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

const everywhere = `${beside}; connect-src 'self'`;

/** A page: scripts and styles of our own files or with this nonce; it speaks with its server and these origins. */
export function pagePolicy(nonce: string, origins: readonly string[] = []): string {
  const own = `'self' 'nonce-${nonce}'`;
  return `${beside}; connect-src ${["'self'", ...origins].join(' ')}; script-src ${own}; style-src ${own}`;
}

/** A page without scripts whose one style is known by its hash. */
export function hashedStylePolicy(styleHash: string): string {
  return `${everywhere}; script-src 'none'; style-src '${styleHash}'`;
}

/** A file of the page. A worker obeys the policy of its own file, and its imports are our files. */
export const filePolicy = `${everywhere}; script-src 'self'; style-src 'self'`;

/** Any other answer runs nothing. */
export const answerPolicy = `${everywhere}; script-src 'none'; style-src 'none'`;

/** What no page of ours needs is off, for every answer. */
export const permissionsPolicy =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()';
