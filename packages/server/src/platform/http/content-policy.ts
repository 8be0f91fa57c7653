/**
 * Defines the content security policy of every response. Pages have one nonce per response, which Vite's
 * `html.cspNonce` placeholder in index.html and emotion's style tags use. Inline content without it, eval and other
 * origins are forbidden.
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

/**
 * Returns the policy of a page: scripts and styles from its own files or with this nonce; connections to its server and
 * these origins.
 */
export function pagePolicy(nonce: string, origins: readonly string[] = []): string {
  const own = `'self' 'nonce-${nonce}'`;
  return `${beside}; connect-src ${["'self'", ...origins].join(' ')}; script-src ${own}; style-src ${own}`;
}

/** Returns the policy of a page without scripts whose only style is identified by its hash. */
export function hashedStylePolicy(styleHash: string): string {
  return `${everywhere}; script-src 'none'; style-src '${styleHash}'`;
}

/**
 * Policy of a file of the page. A worker follows the policy of its own file, and its imports are files of the product.
 */
export const filePolicy = `${everywhere}; script-src 'self'; style-src 'self'`;

/** Policy of any other response: nothing is executed. */
export const answerPolicy = `${everywhere}; script-src 'none'; style-src 'none'`;

/** Switches off browser features that no page of the product needs, for every response. */
export const permissionsPolicy =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()';
