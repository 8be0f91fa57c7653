/**
 * Builds the rows of all findings, by kind in the order of relevance, each with its places in the recording. A place is
 * a sample, in order of time.
 *
 * Invariant: a row's count covers all findings; its places may be fewer if the summary lists only the longest.
 */
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { beatLabels } from '@rhythmdesk/ecg/labels/beat-labels';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { Places } from '../../../trace/signal/findings.ts';
import type { ReadBeats } from '../reading/read-beats.ts';

const beatKinds = { v_beat: 'V', s_beat: 'S', f_beat: 'F', p_beat: 'P' } as const;
export type BeatKind = keyof typeof beatKinds;
export type FindingKind = RhythmKey | BeatKind | 'event';

export type FindingRow = {
  readonly kind: FindingKind;
  readonly count: number;
  /** Total duration of episodes. */
  readonly seconds: number | null;
  /** Share of all counted beats (beats) or of analysed time (AF); 0 to 1. */
  readonly share: number | null;
  readonly places: Places;
};

/**
 * The order in which findings are listed and offered by name. Sinus rhythm is the default rhythm if nothing else is
 * found.
 */
export const findingOrder: readonly FindingKind[] = [
  ...(['af', 'afl', 'vf', 'vfl', 'vt', 'ivr'] as const),
  ...(['v_beat', 'v_triplet', 'v_couplet', 'v_bigeminy', 'v_trigeminy'] as const),
  ...(['svt', 's_beat', 's_triplet', 's_couplet', 's_bigeminy', 's_trigeminy'] as const),
  ...(['atrial', 'nodal', 'f_beat', 'asystole', 'standstill', 'pause'] as const),
  ...(['avb1', 'avb2', 'wenckebach', 'mobitz', 'avb_2to1', 'avb_high', 'avb3', 'brady', 'tachy'] as const),
  ...(['paced', 'p_beat', 'preexcitation', 'event', 'noise', 'other', 'no_signal'] as const),
];

type PlacesByClass = ReadonlyMap<number, readonly number[]>;
const placesKnown = new WeakMap<ReadBeats, PlacesByClass>();
const bytes = Object.values(beatKinds).map((kind) => beatLabels[kind].byte);

/** Finds the beats of each class in readable time, in one pass; cached for beats that an edit leaves unchanged. */
function placesOfBeats(beats: ReadBeats): PlacesByClass {
  const known = placesKnown.get(beats);
  if (known !== undefined) return known;
  const places = new Map<number, number[]>(bytes.map((byte) => [byte, []]));
  const isPlaced = Uint8Array.from({ length: 256 }, (_, byte) => Number(places.has(byte)));
  for (const index of beats.counted) {
    const byte = beats.class[index] ?? 0;
    if (isPlaced[byte] === 1) places.get(byte)?.push(beats.sample[index] ?? 0);
  }
  placesKnown.set(beats, places);
  return places;
}

function beatRow(
  kind: BeatKind,
  summary: NonNullable<RecordingAnalysis['summary']>,
  beats: ReadBeats | undefined,
) {
  const { total, s, v, f, p } = summary.beats;
  const count = { v_beat: v, s_beat: s, f_beat: f, p_beat: p }[kind];
  const byte = beatLabels[beatKinds[kind]].byte;
  const places = beats === undefined ? [] : (placesOfBeats(beats).get(byte) ?? []);
  return { kind, count, seconds: null, share: total > 0 ? count / total : null, places: moments(places) };
}

const moments = (starts: readonly number[]): Places => ({ starts, ends: null });

const isBeatKind = (kind: FindingKind): kind is BeatKind => Object.hasOwn(beatKinds, kind);

export function findingRows(
  analysis: Pick<RecordingAnalysis, 'summary' | 'findings'>,
  beats: ReadBeats | undefined,
  { events, start_ms, sampling_hz }: Pick<RecordingManifest, 'events' | 'start_ms' | 'sampling_hz'>,
): FindingRow[] {
  const { summary, findings } = analysis;
  if (summary === null) return [];
  const rowOf = (kind: FindingKind): FindingRow => {
    if (isBeatKind(kind)) return beatRow(kind, summary, beats);
    if (kind === 'event') {
      const places = events.map(({ time }) =>
        Math.round(((Date.parse(time) - start_ms) * sampling_hz) / 1000),
      );
      places.sort((a, b) => a - b);
      return { kind, count: events.length, seconds: null, share: null, places: moments(places) };
    }
    const found = findings.find((one) => one.kind === kind);
    const episodes = summary.episodes.filter((one) => one.kind === kind);
    return {
      kind,
      count: found?.count ?? 0,
      seconds: found?.seconds ?? null,
      share: kind === 'af' ? summary.af.burden : null,
      places: {
        starts: episodes.map(({ start_sample }) => start_sample),
        ends: episodes.map(({ end_sample }) => end_sample),
      },
    };
  };
  return findingOrder.map(rowOf).filter(({ count }) => count > 0);
}
