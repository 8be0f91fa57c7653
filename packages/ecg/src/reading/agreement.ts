/**
 * Compares two readings of one recording: beat by beat over classes, episode by episode over kinds, fibrillation by
 * time, and the figures side by side. Neither reading is taken as the truth.
 *
 * Beats are paired as in EC57 (150 ms), and are compared where both readers consider the signal readable. An episode is
 * found by the other reading if that one has an overlapping episode of its kind.
 *
 * Invariants: a reading agrees fully with itself, with kappa 1 and no difference; exchanging the two exchanges every
 * first with its second and keeps share and kappa.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import { beatClasses, beatClassFromByte } from '../labels/beat-labels.ts';
import type { BeatClass } from '../labels/beat-labels.ts';
import { comparedFigures } from '../labels/compared-figures.ts';
import type { ComparedFigure } from '../labels/compared-figures.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import type { AnalysisSummary, Episode } from '../rhythm/summary.ts';
import { tableAgreement } from '../scoring/kappa.ts';
import type { TableAgreement } from '../scoring/kappa.ts';
import { matchBeats, matchWindowMs } from '../scoring/match-beats.ts';
import { qualityCode } from '../signal/quality.ts';
import type { Quality } from '../signal/quality.ts';
import { differencesOf, overlapFinder } from './agreement-differences.ts';
import type { BeatEvent, ReadingDifference } from './agreement-differences.ts';

export interface ReadSide {
  readonly reading: { readonly beats: BeatTable; readonly quality: Quality };
  readonly summary: AnalysisSummary;
}

/** The classes of the rows and columns of the table; the last one means no beat. */
export const agreementClasses = [...beatClasses, 'none'] as const;
const noBeat = beatClasses.length;

interface EpisodeAgreement {
  readonly kind: RhythmKey;
  readonly first: number;
  readonly second: number;
  /** Episodes of the first that the second has too, and the reverse. */
  readonly first_found: number;
  readonly second_found: number;
}

export interface ReadingAgreement {
  readonly beats: TableAgreement & { readonly table: readonly (readonly number[])[] };
  /** Kinds that occur in either reading, in the order of their names. */
  readonly episodes: readonly EpisodeAgreement[];
  /** Seconds of fibrillation and flutter in each reading, and in both at once. */
  readonly af: { readonly first_s: number; readonly second_s: number; readonly both_s: number };
  readonly figures: readonly {
    readonly figure: ComparedFigure;
    readonly first: number | null;
    readonly second: number | null;
  }[];
  /** The largest differences, beats and episodes separately. */
  readonly differences: readonly ReadingDifference[];
}

const classIndex = (byte: number | undefined): number => {
  const name: BeatClass = beatClassFromByte(byte ?? 0) ?? 'Q';
  return beatClasses.indexOf(name);
};

/** Returns a function that tells whether the signal is readable at a sample in both readings. */
function readable(first: ReadSide, second: ReadSide): (sample: number) => boolean {
  const hz = first.summary.sampling_hz;
  const [a, b] = [first.reading.quality.used, second.reading.quality.used];
  return (sample) => {
    const at = Math.floor(sample / hz);
    return a[at] === qualityCode.usable && b[at] === qualityCode.usable;
  };
}

interface Compared {
  readonly table: number[][];
  readonly events: BeatEvent[];
}

function compareBeats(first: ReadSide, second: ReadSide): Compared {
  const [a, b] = [first.reading.beats, second.reading.beats];
  const counts = readable(first, second);
  const window = Math.round((matchWindowMs / 1000) * first.summary.sampling_hz);
  const pairs = matchBeats(a.samples, b.samples, window);
  const table = agreementClasses.map(() => agreementClasses.map(() => 0));
  const events: BeatEvent[] = [];
  const note = (sample: number, row: number, column: number, other = sample): void => {
    if (!counts(sample) || !counts(other)) return;
    const line = table[row];
    if (line !== undefined) line[column] = (line[column] ?? 0) + 1;
    if (row !== column) events.push({ sample, first: row, second: column });
  };
  for (let i = 0; i < a.samples.length; i++) {
    const partner = pairs.reference_partner[i] ?? -1;
    const [sample, row] = [a.samples[i] ?? 0, classIndex(a.classes[i])];
    if (partner < 0) note(sample, row, noBeat);
    else note(sample, row, classIndex(b.classes[partner]), b.samples[partner]);
  }
  for (let i = 0; i < b.samples.length; i++) {
    if ((pairs.test_partner[i] ?? -1) < 0) note(b.samples[i] ?? 0, noBeat, classIndex(b.classes[i]));
  }
  events.sort((x, y) => x.sample - y.sample);
  return { table, events };
}

function episodeAgreement(first: readonly Episode[], second: readonly Episode[]): EpisodeAgreement[] {
  const kinds = [...new Set([...first, ...second].map(({ kind }) => kind))].sort();
  const [inFirst, inSecond] = [overlapFinder(first), overlapFinder(second)];
  return kinds.map((kind) => {
    const a = first.filter((one) => one.kind === kind);
    const b = second.filter((one) => one.kind === kind);
    return {
      kind,
      first: a.length,
      second: b.length,
      first_found: a.filter(inSecond).length,
      second_found: b.filter(inFirst).length,
    };
  });
}

type Span = readonly [start: number, end: number];

/** Returns the stretches of fibrillation and flutter, in order and merged. */
function afSpans(episodes: readonly Episode[]): Span[] {
  const spans = episodes
    .filter(({ kind }) => kind === 'af' || kind === 'afl')
    .map(({ start_sample, end_sample }): Span => [start_sample, end_sample])
    .sort((a, b) => a[0] - b[0]);
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last === undefined || span[0] > last[1]) joined.push(span);
    else joined[joined.length - 1] = [last[0], Math.max(last[1], span[1])];
  }
  return joined;
}

const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, [from, to]) => sum + to - from, 0);

function sharedLength(a: readonly Span[], b: readonly Span[]): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [one, other] = [a[i], b[j]];
    if (one === undefined || other === undefined) break;
    shared += Math.max(0, Math.min(one[1], other[1]) - Math.max(one[0], other[0]));
    if (one[1] < other[1]) i++;
    else j++;
  }
  return shared;
}

const figuresOf = ({
  analysed_s,
  af,
  v,
  s,
  pauses,
  rate,
}: AnalysisSummary): Record<ComparedFigure, number | null> => ({
  analysed_s,
  af_burden: af.burden,
  v_beats: v.beats,
  s_beats: s.beats,
  pauses,
  longest_rr_ms: rate.longest_rr?.ms ?? null,
  min_bpm: rate.min?.bpm ?? null,
  max_bpm: rate.max?.bpm ?? null,
});

/** Compares two readings of the same recording, at the same sampling rate. */
export function readingAgreement(first: ReadSide, second: ReadSide): ReadingAgreement {
  const hz = first.summary.sampling_hz;
  const { table, events } = compareBeats(first, second);
  const [a, b] = [first.summary.episodes, second.summary.episodes];
  const [afFirst, afSecond] = [afSpans(a), afSpans(b)];
  const [before, after] = [figuresOf(first.summary), figuresOf(second.summary)];
  return {
    beats: { ...tableAgreement(table), table },
    episodes: episodeAgreement(a, b),
    af: {
      first_s: lengthOf(afFirst) / hz,
      second_s: lengthOf(afSecond) / hz,
      both_s: sharedLength(afFirst, afSecond) / hz,
    },
    figures: comparedFigures.map((figure) => ({ figure, first: before[figure], second: after[figure] })),
    differences: differencesOf({ events, hz }, a, b),
  };
}
