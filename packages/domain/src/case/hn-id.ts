/**
 * Parses the HN ID of a case: `HN` and 6 to 12 letters or digits, upper-case, without hyphens. Source: recording
 * format.
 */
import { brandOf } from '../kit/brand.ts';
import type { HnId } from '../kit/brand.ts';

const stored = /^HN[A-Z0-9]{6,12}$/;
const typed = /^[A-Za-z0-9-]+$/;
const rule = brandOf('HnId', (text: string) => stored.test(text));

/** Returns the stored form of a typed id, or `null` if it is not a valid id. */
export function normaliseHnId(text: string): HnId | null {
  const trimmed = text.trim();
  if (!typed.test(trimmed)) return null;
  const normal = trimmed.replaceAll('-', '').toUpperCase();
  return rule.is(normal) ? normal : null;
}
