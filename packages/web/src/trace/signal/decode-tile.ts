/** A tile's bytes as the page keeps them. The form is `ecg/pyramid`'s; nothing here knows it a second time. */
import { decodeTile, wordsOf } from '@rhythmdesk/ecg/pyramid/tile';
import type { TraceTile } from './protocol.ts';

/** Throws a RangeError where the bytes are no tile of that level. */
export function decodeTraceTile(level: number, bytes: ArrayBuffer): TraceTile {
  if (level === 0) return { kind: 'samples', samples: wordsOf(new Uint8Array(bytes)) };
  const { min, max, gap } = decodeTile(new Uint8Array(bytes));
  return { kind: 'buckets', min: Int16Array.from(min), max: Int16Array.from(max), gap: Uint8Array.from(gap) };
}
