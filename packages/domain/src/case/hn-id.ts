/** The HN ID of a case: `HN` and 6 to 12 letters or digits, upper-case, without hyphens. Source: recording format. */
import { brandOf } from '../kit/brand.ts';
import type { HnId } from '../kit/brand.ts';

const stored = /^HN[A-Z0-9]{6,12}$/;
const typed = /^[A-Za-z0-9-]+$/;
const rule = brandOf('HnId', (text: string) => stored.test(text));

/** The stored form of an id as somebody typed it, or `null` when it is none. */
export function normaliseHnId(text: string): HnId | null {
  const trimmed = text.trim();
  if (!typed.test(trimmed)) return null;
  const normal = trimmed.replaceAll('-', '').toUpperCase();
  return rule.is(normal) ? normal : null;
}
