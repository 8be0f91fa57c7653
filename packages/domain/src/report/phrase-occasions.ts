/**
 * Decides which phrases fit the figures of a reading. A phrase of an occasion states that the occasion is given: where
 * the figures exclude it, the phrase would be false.
 */
import { isAvBlock } from '@rhythmdesk/ecg/labels/rhythm-labels';

/**
 * A phrase for `any` fits every reading, is never suggested and keeps its position in the library; one for `always` is
 * suggested for every reading.
 */
export const phraseOccasions = [
  ...(['any', 'always', 'unremarkable', 'af', 'no_af', 'pauses', 'ventricular', 'ventricular_runs'] as const),
  ...(['supraventricular', 'slow', 'fast', 'much_unread', 'flutter', 'av_block', 'vf'] as const),
] as const;
export type PhraseOccasion = (typeof phraseOccasions)[number];

/** The figures of a reading that decide on an occasion. Shares are fractions of 1. */
export type OccasionFacts = {
  readonly duration_s: number;
  readonly analysed_s: number;
  readonly beats: { readonly total: number; readonly p: number };
  readonly af: { readonly burden: number };
  readonly pauses: number;
  readonly brady_episodes: number;
  readonly tachy_episodes: number;
  readonly v: { readonly beats: number; readonly share: number; readonly runs: number };
  readonly s: { readonly beats: number; readonly share: number; readonly runs: number };
  /** The kinds of findings, without those that were rejected. */
  readonly counts: readonly { readonly kind: string; readonly count: number }[];
};

/** From this share of ectopic beats on (1 in 1000), they are mentioned. */
const notedShare = 0.001;
/** If less than this share of the recording was analysable, the report says so. */
const wellRead = 0.9;
/** Findings beside which a recording is still sinus rhythm throughout. */
const unremarkableKinds = new Set([
  'sinus',
  'brady',
  'tachy',
  's_couplet',
  'v_couplet',
  'noise',
  'no_signal',
]);

const isMuchUnread = ({ duration_s, analysed_s }: OccasionFacts): boolean =>
  analysed_s < wellRead * duration_s;

function isUnremarkable(facts: OccasionFacts): boolean {
  const { af, pauses, v, s, beats, counts } = facts;
  const isSinus = beats.total > 0 && beats.p === 0 && af.burden === 0 && v.runs === 0 && s.runs === 0;
  const isRare = v.share < notedShare && s.share < notedShare;
  const isPlain = counts.every(({ kind, count }) => count === 0 || unremarkableKinds.has(kind));
  return isSinus && isRare && isPlain && pauses === 0 && !isMuchUnread(facts);
}

type Rule = (facts: OccasionFacts) => boolean;

const has =
  (isOf: (kind: string) => boolean): Rule =>
  ({ counts }) =>
    counts.some(({ kind, count }) => count > 0 && isOf(kind));
const hasFlutter = has((kind) => kind === 'afl');

/** Rules for when a statement of the occasion is true. */
const isTrue: Readonly<Record<PhraseOccasion, Rule>> = {
  any: () => true,
  always: () => true,
  unremarkable: isUnremarkable,
  af: ({ af }) => af.burden > 0,
  no_af: ({ af, analysed_s }) => af.burden === 0 && analysed_s > 0,
  pauses: ({ pauses }) => pauses > 0,
  ventricular: ({ v }) => v.beats > 0,
  ventricular_runs: ({ v }) => v.runs > 0,
  supraventricular: ({ s }) => s.beats > 0,
  slow: ({ brady_episodes }) => brady_episodes > 0,
  fast: ({ tachy_episodes }) => tachy_episodes > 0,
  much_unread: isMuchUnread,
  flutter: hasFlutter,
  // A long PR interval alone is no missed beat.
  av_block: has((kind) => isAvBlock(kind) && kind !== 'avb1'),
  vf: has((kind) => kind === 'vf' || kind === 'vfl'),
};

/** Further conditions under which a true statement is also suggested. */
const isWorthIt: Readonly<Partial<Record<PhraseOccasion, Rule>>> = {
  any: () => false,
  // True, but beside flutter it sounds as if the rhythm were undisturbed.
  no_af: (facts) => !hasFlutter(facts),
  ventricular: ({ v }) => v.share >= notedShare,
  supraventricular: ({ s }) => s.share >= notedShare || s.runs > 0,
};

export const phraseFits = ['suggested', 'possible', 'contradicts'] as const;
export type PhraseFit = (typeof phraseFits)[number];

/** Says whether the figures suggest a phrase of the occasion, allow it or contradict it. */
export function fitOf(occasion: PhraseOccasion, facts: OccasionFacts): PhraseFit {
  if (!isTrue[occasion](facts)) return 'contradicts';
  return (isWorthIt[occasion]?.(facts) ?? true) ? 'suggested' : 'possible';
}
