/**
 * Finds where a reading meets the rules for critical findings: the places of each rule, the most severe first. A
 * recording that nobody has read is a reading without edits.
 *
 * A rule has its own limits: a pause of three seconds is found even if the analysis lists pauses only from four on.
 * Episodes that a user rejected or edited are left out, even if the rule's limits give them other ends; episodes that a
 * user added count by the same limits.
 *
 * Invariants: the result is deterministic; a stricter limit finds no place that the looser one did not; no place
 * reaches beyond the recording.
 */
import { lowerBound } from '../beats/lower-bound.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import type { Episode } from '../rhythm/summary.ts';
import { criticalKinds } from './critical-kinds.ts';
import { createReadingFigures } from './reading-figures.ts';
import type { FigureOptions } from './reading-figures.ts';
import type { Reading } from './reading.ts';

interface Switch {
  readonly on: boolean;
}

/** Limits from which a finding is critical, in beats, seconds and beats per minute. */
export interface CriticalLimits {
  /** Possible ventricular flutter or fibrillation, of any length. */
  readonly vf: Switch;
  /** Fewest beats, or fewest seconds, of ventricular tachycardia. */
  readonly vt: Switch & { readonly beats: number; readonly seconds: number };
  readonly pause: Switch & { readonly seconds: number };
  /** Lowest critical degree. */
  readonly av_block: Switch & { readonly degree: number };
  /** Mean rate above which an episode of fibrillation or flutter is critical. */
  readonly fast_af: Switch & { readonly bpm: number };
  /** The rate stays below `bpm` for at least `seconds`. */
  readonly slow: Switch & { readonly bpm: number; readonly seconds: number };
}
type CriticalRule = keyof CriticalLimits;

export interface CriticalPlace {
  readonly rule: CriticalRule;
  readonly kind: RhythmKey;
  readonly start_sample: number;
  readonly end_sample: number;
  readonly beats: number;
  readonly seconds: number;
  readonly bpm: number | null;
}

interface RuleTest {
  readonly kinds: readonly RhythmKey[];
  readonly holds: (place: CriticalPlace, limits: CriticalLimits) => boolean;
  /** Larger values are more severe. */
  readonly gravity: (place: CriticalPlace) => number;
}

const rate = ({ bpm }: CriticalPlace, none: number): number => bpm ?? none;

const ruleTests = {
  vf: { kinds: criticalKinds.vf, holds: () => true, gravity: ({ seconds }) => seconds },
  vt: {
    kinds: criticalKinds.vt,
    holds: ({ beats, seconds }, { vt }) => beats >= vt.beats || seconds >= vt.seconds,
    gravity: ({ beats }) => beats,
  },
  pause: {
    kinds: criticalKinds.pause,
    holds: ({ seconds }, { pause }) => seconds > pause.seconds,
    gravity: ({ seconds }) => seconds,
  },
  av_block: {
    kinds: criticalKinds.av_block,
    holds: ({ kind }, { av_block }) => kind === 'avb3' || av_block.degree <= 2,
    gravity: ({ kind, seconds }) => (kind === 'avb3' ? 1e9 : 0) + seconds,
  },
  fast_af: {
    kinds: criticalKinds.fast_af,
    holds: (place, { fast_af }) => rate(place, 0) > fast_af.bpm,
    gravity: (place) => rate(place, 0),
  },
  slow: {
    kinds: criticalKinds.slow,
    holds: (place, { slow }) => rate(place, Infinity) < slow.bpm && place.seconds >= slow.seconds,
    gravity: (place) => -rate(place, Infinity),
  },
} as const satisfies Record<CriticalRule, RuleTest>;

/** The most severe rule first. */
const criticalRuleOrder: readonly CriticalRule[] = ['vf', 'vt', 'pause', 'av_block', 'slow', 'fast_af'];

/** Returns options with which the analysis lists everything that the rules judge. */
function optionsFor(options: FigureOptions, limits: CriticalLimits): FigureOptions {
  const { criteria } = options;
  return {
    ...options,
    // The rules judge every episode, not only those that a summary lists.
    episode_limit: Infinity,
    criteria: {
      ...criteria,
      pause_s: Math.min(criteria.pause_s, limits.pause.seconds),
      run_beats: Math.min(criteria.run_beats, limits.vt.beats),
      brady_bpm: limits.slow.bpm,
      rate_episode_s: limits.slow.seconds,
    },
  };
}

type Span = Pick<Episode, 'kind' | 'start_sample' | 'end_sample'>;

const isSame = (a: Span, b: Span): boolean =>
  a.kind === b.kind && a.start_sample === b.start_sample && a.end_sample === b.end_sample;

/**
 * Returns a function that tells whether a user rejected or edited an episode here: whether its middle is in such an
 * episode.
 */
function isWithheld({ verdicts, episodes }: Reading): (episode: Span) => boolean {
  const rejected = verdicts.flatMap(({ finding, verdict }) => (verdict === 'rejected' ? [finding] : []));
  const mended = episodes.flatMap(({ instead_of }) => instead_of ?? []);
  const withheld: readonly Span[] = [...rejected, ...mended];
  return (episode) => {
    if (episodes.some((drawn) => isSame(drawn, episode))) return false;
    const middle = (episode.start_sample + episode.end_sample) / 2;
    return withheld.some(
      ({ kind, start_sample, end_sample }) =>
        kind === episode.kind && start_sample <= middle && middle <= end_sample,
    );
  };
}

/** Returns an episode as a place of a rule. */
function placeOf(rule: CriticalRule, episode: Episode, sampling_hz: number): CriticalPlace {
  const seconds = (episode.end_sample - episode.start_sample) / sampling_hz;
  return { rule, ...episode, seconds: Math.round(100 * seconds) / 100 };
}

/** The beats around an episode, as samples. */
export interface RuledBeats {
  readonly sampling_hz: number;
  readonly samples: ArrayLike<number>;
}

/** Returns whether an interval of the episode is longer than those of a rate; slower than the rate it cannot be without. */
function hasSlowInterval(
  { start_sample, end_sample }: Span,
  { sampling_hz, samples }: RuledBeats,
  bpm: number,
): boolean {
  const longest = (60 / bpm) * sampling_hz;
  for (let i = lowerBound(samples, start_sample); (samples[i + 1] ?? Infinity) <= end_sample; i++)
    if ((samples[i + 1] ?? 0) - (samples[i] ?? 0) > longest) return true;
  return false;
}

/**
 * Returns whether an episode meets a rule or may contain a place that does: a slow episode counts if one of its intervals
 * is as slow as the rule's limit, because a part of it may be.
 */
export function isCritical(episode: Episode, beats: RuledBeats, limits: CriticalLimits): boolean {
  return criticalRuleOrder.some((rule) => {
    const test: RuleTest = ruleTests[rule];
    if (!limits[rule].on || !test.kinds.includes(episode.kind)) return false;
    if (rule === 'slow') return hasSlowInterval(episode, beats, limits.slow.bpm);
    return test.holds(placeOf(rule, episode, beats.sampling_hz), limits);
  });
}

export function criticalPlaces(
  reading: Reading,
  options: FigureOptions,
  limits: CriticalLimits,
): CriticalPlace[] {
  const summary = createReadingFigures()(reading, optionsFor(options, limits));
  const withheld = isWithheld(reading);
  const episodes = summary.episodes.filter((episode) => !withheld(episode));
  return criticalRuleOrder.flatMap((rule) => {
    const test: RuleTest = ruleTests[rule];
    if (!limits[rule].on) return [];
    return episodes
      .filter(({ kind }) => test.kinds.includes(kind))
      .map((episode) => placeOf(rule, episode, summary.sampling_hz))
      .filter((place) => test.holds(place, limits))
      .sort((a, b) => test.gravity(b) - test.gravity(a) || a.start_sample - b.start_sample);
  });
}
