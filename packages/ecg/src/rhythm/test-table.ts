/** Builds beat tables by hand, for tests of figures. */
import { byteF, byteN, byteP, byteQ, byteS, byteV } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import type { Quality } from '../signal/quality.ts';

const byteOfLetter: Readonly<Record<string, number>> = {
  N: byteN,
  S: byteS,
  V: byteV,
  F: byteF,
  P: byteP,
  Q: byteQ,
};

/** Returns a table of beats at the given seconds, one letter for each class; `af` applies to all. */
export function handTable(
  atS: readonly number[],
  letters: string,
  lengthS: number,
  af = 0,
  hz = 250,
): BeatTable {
  const n = atS.length;
  const [samples, classes] = [new Uint32Array(n), new Uint8Array(n)];
  const bytes = Array.from(letters, (letter) => byteOfLetter[letter] ?? byteN);
  for (let i = 0; i < n; i++) {
    samples[i] = Math.round((atS[i] ?? 0) * hz);
    classes[i] = bytes[i % bytes.length] ?? byteN;
  }
  return {
    sampling_hz: hz,
    length: Math.round(lengthS * hz),
    samples,
    classes,
    templates: new Uint8Array(n),
    confidence: new Uint8Array(n).fill(99),
    leads: new Uint8Array(n),
    onsets: new Uint8Array(n).fill(10),
    offsets: new Uint8Array(n).fill(12),
    af: new Uint8Array(n).fill(af),
    shapes: [],
  };
}

/** Returns a quality in which every second is usable except those in `bad`, which get `code`. */
export function handQuality(seconds: number, bad: readonly number[] = [], code = 1): Quality {
  const used = new Uint8Array(seconds);
  for (const second of bad) used[second] = code;
  return { seconds, leads: [used], used };
}

/** Returns the times of beats every `rr` seconds, starting at `from`. */
export const every = (count: number, rr: number, from = 0.5): number[] =>
  new Array<number>(count).fill(0).map((_, i) => from + i * rr);
