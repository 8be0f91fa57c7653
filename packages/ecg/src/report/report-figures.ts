/**
 * Computes the content of a report from a reading, as plain values: the figures of the analysis over the beats as read,
 * the longest findings of each kind, the trend, the selected strips, and the rhythm at the patient's events.
 *
 * Invariants: the result depends only on reading, summary and events; rejected findings are counted and listed nowhere
 * but in `judged`.
 */
import { byteN } from '../beats/beat-class.ts';
import { eventReachS } from './event-reach.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import type { ExtremeKey } from '../labels/extreme-labels.ts';
import { measuredBeat } from '../beats/measurement.ts';
import type { MeasuredBeat, Measurement } from '../beats/measurement.ts';
import { avBlockKinds } from '../labels/rhythm-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { usualScale } from '../labels/strip-labels.ts';
import { checksumOf } from '../reading/checksum.ts';
import type { StripMark, StripScale } from '../reading/edits.ts';
import { openItems } from '../reading/finding-queue.ts';
import { extremesOf, extremeStanding } from '../reading/extreme-strips.ts';
import type { ReadStrip } from '../reading/read-strips.ts';
import { readExtremes } from '../reading/read-extremes.ts';
import { templateGroups } from '../reading/template-groups.ts';
import { readFindings } from '../reading/reading-figures.ts';
import type { FindingState, ReadFinding } from '../reading/reading-figures.ts';
import type { Reading } from '../reading/reading.ts';
import { countFindings } from '../rhythm/count-findings.ts';
import type { FoundKind } from '../rhythm/count-findings.ts';
import { countedIntervals } from '../rhythm/intervals.ts';
import { rateRows } from '../rhythm/rate-rows.ts';
import type { RateRow } from '../rhythm/rate-rows.ts';
import { type AnalysisSummary, countUnlisted, type RhythmLane, type LimitedKind } from '../rhythm/summary.ts';
import { spreadOf } from './spread.ts';
import type { Spread } from './spread.ts';
import { beatsIn, rhythmIn } from './strip-beats.ts';
import type { StretchRhythm, BeatStretch, StripBeat } from './strip-beats.ts';

interface ReportStrip extends BeatStretch, StretchRhythm {
  readonly strip: number;
  readonly caption: string;
  readonly beats: readonly StripBeat[];
  /** Fibrillation and other episodes within it, for the line below the trace. */
  readonly episodes: readonly {
    readonly kind: RhythmKey;
    readonly start_sample: number;
    readonly end_sample: number;
  }[];
  readonly scale: StripScale;
  readonly marks: readonly StripMark[];
  /** The extreme of the reading that it shows; null if the reading has another one now. */
  readonly shows: { readonly extreme: ExtremeKey; readonly value: number } | null;
}

interface ReportEvent extends StretchRhythm {
  readonly sample: number;
}

interface ReportEpisode extends BeatStretch {
  readonly kind: RhythmKey;
  readonly beats: number;
  readonly bpm: number | null;
  readonly state: FindingState;
  readonly name?: string | undefined;
}

type ReportMeasurement = Pick<Measurement, 'of' | 'sample' | 'lead' | 'beats'> & MeasuredBeat;

export interface ReportFigures {
  readonly summary: Omit<
    AnalysisSummary,
    'episodes' | 'episodes_left_out' | 'limited_kinds' | 'lanes' | 'shapes'
  >;
  readonly counts: readonly FoundKind[];
  /** At most `listedOfKind` of each kind, the longest first. */
  readonly longest: readonly ReportEpisode[];
  readonly trend: readonly RateRow[];
  readonly lanes: readonly RhythmLane[];
  readonly events: readonly ReportEvent[];
  /** In the user's order. */
  readonly strips: readonly ReportStrip[];
  /** Width of the QRS of normal beats; null if none was measured. */
  readonly qrs: Spread | null;
  /** The users' measurements, in order of time. */
  readonly measurements: readonly ReportMeasurement[];
  /** Kinds that the summary lists only in part. */
  readonly left_out: readonly Pick<LimitedKind, 'kind' | 'found' | 'listed'>[];
  /** Number of episodes by state; those that the summary leaves out are open. */
  readonly judged: Readonly<Record<FindingState, number>>;
  /** Number of items of the queue that were not judged: episodes, templates, extremes and patient events. */
  readonly open_items: number;
  /** Sequence number of the last edit. */
  readonly sequence: number;
  readonly checksum: string;
}

export const listedOfKind = 5;
const trendRows = 480;
const notListed: ReadonlySet<RhythmKey> = new Set<RhythmKey>(['sinus', 'noise', 'no_signal']);
const drawnLanes: ReadonlySet<RhythmKey> = new Set<RhythmKey>(['af', 'afl', 'noise', 'no_signal']);

/** Kinds in the order of the report; other kinds follow in the order in which they were found. */
const listedFirst: readonly RhythmKey[] = [
  ...(['vf', 'vfl', 'asystole', 'standstill', 'vt'] as const),
  ...avBlockKinds,
  ...(['af', 'afl', 'pause', 'svt', 'ivr'] as const),
  ...(['v_triplet', 'v_couplet', 'v_bigeminy', 'v_trigeminy'] as const),
  ...(['s_triplet', 's_couplet', 's_bigeminy', 's_trigeminy'] as const),
];
const placeOf = (kind: RhythmKey): number => {
  const place = listedFirst.indexOf(kind);
  return place < 0 ? listedFirst.length : place;
};

function longestOf(findings: readonly ReadFinding[]): ReportEpisode[] {
  const kinds = new Map<RhythmKey, ReadFinding[]>();
  for (const finding of findings) {
    if (finding.state === 'rejected' || notListed.has(finding.kind)) continue;
    const held = kinds.get(finding.kind);
    if (held === undefined) kinds.set(finding.kind, [finding]);
    else held.push(finding);
  }
  const length = ({ start_sample, end_sample }: BeatStretch): number => end_sample - start_sample;
  const inOrder = [...kinds].sort(([a], [b]) => placeOf(a) - placeOf(b));
  return inOrder.flatMap(([, ones]) =>
    ones
      .sort((a, b) => length(b) - length(a) || a.start_sample - b.start_sample)
      .slice(0, listedOfKind)
      .map(({ kind, start_sample, end_sample, beats, bpm, state, name }) => {
        const episode = { kind, start_sample, end_sample, beats, bpm, state };
        return name === undefined ? episode : { ...episode, name };
      }),
  );
}

function judgedOf(
  findings: readonly ReadFinding[],
  limited: readonly LimitedKind[],
): Record<FindingState, number> {
  const open = countUnlisted(limited.filter(({ kind }) => !notListed.has(kind)));
  const judged = { open, accepted: 0, rejected: 0, mended: 0 };
  for (const { kind, state } of findings) if (!notListed.has(kind)) judged[state]++;
  return judged;
}

function qrsWidths({ classes, onsets, offsets }: BeatTable): Spread | null {
  const widths: number[] = [];
  for (let i = 0; i < classes.length; i++) {
    const width = 4 * ((onsets[i] ?? 0) + (offsets[i] ?? 0));
    if (classes[i] === byteN && width > 0) widths.push(width);
  }
  return spreadOf(widths);
}

function lookOf(
  { scale, marks, shows }: ReadStrip,
  summary: AnalysisSummary,
): Pick<ReportStrip, 'scale' | 'marks' | 'shows'> {
  const stands = shows !== undefined && extremeStanding(shows, extremesOf(summary.rate)).stands;
  return {
    scale: scale ?? usualScale,
    marks: marks ?? [],
    shows: stands ? { extreme: shows.extreme, value: shows.value } : null,
  };
}

function stripsOf(
  { beats, strips }: Reading,
  summary: AnalysisSummary,
  intervals: ReturnType<typeof countedIntervals>,
): ReportStrip[] {
  return strips.map((kept) => {
    const { strip, start_sample, end_sample, caption } = kept;
    const stretch = { start_sample, end_sample };
    const inside = beatsIn(beats, intervals, stretch);
    const rhythm = rhythmIn(inside, summary.episodes, stretch);
    const spans = summary.episodes.filter(
      (one) => !notListed.has(one.kind) && one.start_sample <= end_sample && one.end_sample >= start_sample,
    );
    const lines = spans.map(({ kind, start_sample: from, end_sample: to }) => ({
      kind,
      start_sample: Math.max(from, start_sample),
      end_sample: Math.min(to, end_sample),
    }));
    const look = lookOf(kept, summary);
    return { strip, ...stretch, caption, beats: inside, ...rhythm, episodes: lines, ...look };
  });
}

export function reportFigures(
  reading: Reading,
  summary: AnalysisSummary,
  events: readonly number[],
): ReportFigures {
  const { episodes, episodes_left_out: _, limited_kinds = [], lanes, shapes: __, ...figures } = summary;
  const { beats, quality } = reading;
  const intervals = countedIntervals(beats, quality);
  const findings = readFindings(summary, reading);
  const reach = eventReachS * summary.sampling_hz;
  return {
    summary: figures,
    counts: countFindings(summary).filter(({ kind }) => !notListed.has(kind)),
    longest: longestOf(findings),
    trend: rateRows(beats, quality, {
      criteria: summary.criteria,
      most: trendRows,
      rejected: reading.rejected,
    }),
    lanes: lanes.filter(({ kind }) => drawnLanes.has(kind)),
    events: events.map((sample) => {
      const around = { start_sample: sample - reach, end_sample: sample + reach };
      return { sample, ...rhythmIn(beatsIn(beats, intervals, around), episodes, around) };
    }),
    strips: stripsOf(reading, summary, intervals),
    qrs: qrsWidths(beats),
    measurements: reading.measurements.map((one) => {
      const { of, sample, lead, beats: count } = one;
      return { of, sample, lead, beats: count, ...measuredBeat(one, summary.sampling_hz) };
    }),
    left_out: limited_kinds.map(({ kind, found, listed }) => ({ kind, found, listed })),
    judged: judgedOf(findings, limited_kinds),
    open_items: openItems({
      ...{ findings, templates: templateGroups(beats), extremes: readExtremes(summary, reading) },
      ...{ events: [...new Set(events)], accepted: reading.accepted, limited: limited_kinds },
    }),
    sequence: reading.sequence,
    checksum: checksumOf(reading),
  };
}
