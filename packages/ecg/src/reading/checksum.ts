/**
 * Computes a checksum that equal readings share: it covers every beat, every second and every mark. It uses two lanes
 * of 32 bits, mixed as in MurmurHash3's finaliser. It detects differences between two programs and is not a protection
 * against tampering.
 *
 * Invariant: it depends only on the content of a reading, not on its history: sequence numbers are not included.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import type { Quality } from '../signal/quality.ts';
import type { PlacedExtreme } from '../rhythm/episode-marks.ts';
import type { JudgedThing } from './edits.ts';
import type { JudgedFinding, ReadEpisode, ReadMeasurement } from './marks-layer.ts';
import type { ReadStrip } from './read-strips.ts';

/** The content of a reading. */
export interface ReadContent {
  readonly beats: BeatTable;
  readonly quality: Quality;
  readonly episodes: readonly ReadEpisode[];
  readonly verdicts: readonly JudgedFinding[];
  /** Accepted findings that are not episodes. */
  readonly accepted: readonly JudgedThing[];
  /** Rejected extremes. */
  readonly rejected: readonly PlacedExtreme[];
  /** Strips in their order. */
  readonly strips: readonly ReadStrip[];
  /** Manual measurements, in order of time. */
  readonly measurements: readonly ReadMeasurement[];
}

class Mix {
  private a = 0x9747b28c;
  private b = 0x3c6ef372;

  number(value: number): void {
    this.a = Math.imul(this.a ^ value, 0x85ebca6b);
    this.a ^= this.a >>> 15;
    this.b = Math.imul((this.b + value) | 0, 0xc2b2ae35);
    this.b ^= this.b >>> 13;
  }

  text(value: string): void {
    this.number(value.length);
    for (let i = 0; i < value.length; i++) this.number(value.charCodeAt(i));
  }

  columns(first: ArrayLike<number>, second: ArrayLike<number>): void {
    this.number(first.length);
    for (let i = 0; i < first.length; i++) {
      this.number(first[i] ?? 0);
      this.number(second[i] ?? 0);
    }
  }

  done(): string {
    const lane = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
    return lane(this.a) + lane(this.b);
  }
}

/** Returns the checksum as sixteen hexadecimal digits. */
export function checksumOf(reading: ReadContent): string {
  const mix = new Mix();
  mix.columns(reading.beats.samples, reading.beats.classes);
  mix.columns(reading.beats.templates, []);
  mix.columns(reading.quality.used, []);
  const episodes = reading.episodes.map(({ episode: _, ...episode }) => written(episode));
  const verdicts = reading.verdicts.filter(({ verdict }) => verdict !== 'open').map(written);
  const strips = reading.strips.map(({ strip: _, ...strip }) => written(strip));
  const rejected = reading.rejected.map(({ extreme, sample }) => written({ rejected: extreme, sample }));
  const things = [...reading.accepted.map(written), ...rejected];
  const measurements = reading.measurements.map(({ measurement: _, ...measured }) => written(measured));
  // Without measurements the checksum is the same as before measurements existed.
  const kept = measurements.length > 0 ? [measurements] : [];
  for (const texts of [episodes, verdicts, strips, things, ...kept]) {
    mix.number(texts.length);
    for (const text of texts.sort()) mix.text(text);
  }
  return mix.done();
}

/** Returns the same text for the same values, in any order of the keys. */
function written(value: object): string {
  return JSON.stringify(value, (_, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
      : held,
  );
}
