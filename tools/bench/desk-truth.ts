/**
 * Decides what an expert who knows every beat of a synthetic recording says about the engine's findings. The truth is
 * the findings that the same rules make from the true beats. A finding is correct if it overlaps a true one of its
 * kind.
 */
import type { BeatTable } from '@rhythmdesk/ecg/beats/beat-table';
import { byteN, byteP, byteQ, byteS, byteV, byteF } from '@rhythmdesk/ecg/beats/beat-class';
import { lowerBound } from '@rhythmdesk/ecg/beats/lower-bound';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { beatClasses, type BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import type { ReadingBase } from '@rhythmdesk/ecg/reading/reading';
import { summarise } from '@rhythmdesk/ecg/rhythm/summarise';
import type { CasePlan } from '../demo/case-plans.ts';
import { drawnTruth } from '../demo/synthetic-recording.ts';
import { recordingPlanOf } from '../demo/case-loader.ts';

type Span = { readonly kind: RhythmKey; readonly start_sample: number; readonly end_sample: number };
export type Truth = {
  readonly beats: BeatTable;
  readonly episodes: readonly Span[];
};

const bytes: Readonly<Record<BeatClass, number>> = {
  N: byteN,
  S: byteS,
  V: byteV,
  F: byteF,
  P: byteP,
  Q: byteQ,
};

function trueTable(plan: CasePlan, { beats: read }: ReadingBase): Truth {
  const drawn = drawnTruth(recordingPlanOf(plan));
  const samples = Uint32Array.from(drawn.beats, ({ sample }) => sample);
  const filled = (value: number): Uint8Array => new Uint8Array(samples.length).fill(value);
  const af = filled(0);
  for (const { kind, start_sample, end_sample } of drawn.episodes)
    if (kind === 'af') af.fill(100, lowerBound(samples, start_sample), lowerBound(samples, end_sample));
  const beats: BeatTable = {
    sampling_hz: read.sampling_hz,
    length: read.length,
    samples,
    classes: Uint8Array.from(drawn.beats, ({ beat_class }) => bytes[beat_class]),
    templates: filled(0),
    confidence: filled(100),
    leads: filled(0),
    onsets: filled(0),
    offsets: filled(0),
    af,
    shapes: [],
  };
  return { beats, episodes: drawn.episodes };
}

export function truthOf(plan: CasePlan, base: ReadingBase): Truth {
  const { beats, episodes } = trueTable(plan, base);
  const found = summarise(beats, base.quality, defaultCriteria).episodes.filter(
    ({ kind }) => kind !== 'noise',
  );
  return { beats, episodes: [...found, ...episodes.filter(({ kind }) => kind === 'noise' || kind === 'af')] };
}

const common = (a: Span, b: Span): number =>
  Math.max(0, Math.min(a.end_sample, b.end_sample) - Math.max(a.start_sample, b.start_sample));
const lengthOf = ({ start_sample, end_sample }: Span): number => Math.max(1, end_sample - start_sample);

/** Letter keys of the desk that give a finding another rhythm. */
export const retypeKeys = { af: 'a', afl: 'l', vt: 'v', ivr: 'i', svt: 's', pause: 'p' } as const;
/** Their names in the menu of rhythms. */
export const rhythmNames = {
  ...{ af: /^AF\b/, afl: /flutter/, vt: /^VT\b/, ivr: /^Idioventricular/, svt: /^SVT\b/, pause: /^Pause\b/ },
} as const satisfies Record<keyof typeof retypeKeys, RegExp>;
export type Saying = 'accept' | 'reject' | keyof typeof retypeKeys;
const hasLetter = (kind: RhythmKey): kind is keyof typeof retypeKeys => kind in retypeKeys;

/**
 * Accepts a finding if at least half of either one overlaps the other, for a true episode of the same kind.
 * Reclassifies it only if both are about the same range: a couplet in the middle of fibrillation is rejected, it is not
 * fibrillation.
 */
export function sayingOf({ episodes }: Truth, found: Span): Saying {
  const share = (one: Span, of: (...lengths: number[]) => number): number =>
    common(one, found) / of(lengthOf(one), lengthOf(found));
  if (episodes.some((one) => one.kind === found.kind && share(one, Math.min) >= 0.5)) return 'accept';
  const others = episodes.flatMap((one) =>
    hasLetter(one.kind) && share(one, Math.max) >= 0.5 ? [one.kind] : [],
  );
  return others[0] ?? 'reject';
}

const nearS = 0.15;

/** Returns the true class of most beats of a group; false detections have no class that can be given. */
export function trueClass({ beats }: Truth, own: readonly number[]): BeatClass {
  const counts = new Map<BeatClass, number>();
  for (const sample of own) {
    const at = lowerBound(beats.samples, sample - nearS * beats.sampling_hz);
    const isThere = (beats.samples[at] ?? Infinity) <= sample + nearS * beats.sampling_hz;
    const byte = isThere ? beats.classes[at] : byteQ;
    const name = beatClasses.find((one) => bytes[one] === byte) ?? 'Q';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'Q';
}

/** Returns what the expert says about an item of the queue. */
export function wantedOf(
  truth: Truth,
  item: QueueItem,
  ownBeats: (template: number) => readonly number[],
): { readonly say: Saying; readonly label: BeatClass | null } {
  if (item.of === 'episode') return { say: sayingOf(truth, item.finding), label: null };
  if (item.of !== 'template') return { say: 'accept', label: null };
  const label = trueClass(truth, ownBeats(item.group.template));
  return { say: 'accept', label: label === item.group.label ? null : label };
}
