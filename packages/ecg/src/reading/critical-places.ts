/**
 * Where a reading meets the rules for critical findings: for each rule the places, the gravest first. A recording that
 * nobody read is a reading without edits.
 *
 * A rule has its own limits: a pause of three seconds is looked for also where the analysis lists pauses from four on.
 * What a person rejected, or mended, is none of these, though the rule's limits would cut it elsewhere; what a person
 * drew counts by the same limits.
 *
 * Laws: deterministic; a limit made stricter finds no place that the looser one did not; no place reaches beyond the
 * recording.
 */
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import type { Episode } from '../rhythm/summary.ts';
import { createReadingFigures } from './reading-figures.ts';
import type { FigureOptions } from './reading-figures.ts';
import type { Reading } from './reading.ts';

interface Switch {
  readonly on: boolean;
}

/** What makes a finding critical; beats, seconds and beats a minute. */
export interface CriticalLimits {
  /** Possible ventricular flutter or fibrillation, of any length. */
  readonly vf: Switch;
  /** As many beats, or as many seconds, of ventricular tachycardia. */
  readonly vt: Switch & { readonly beats: number; readonly seconds: number };
  readonly pause: Switch & { readonly seconds: number };
  /** From which degree on. */
  readonly av_block: Switch & { readonly degree: number };
  /** Mean rate of an episode of fibrillation or flutter over this. */
  readonly fast_af: Switch & { readonly bpm: number };
  /** The rate stays under this, for so long. */
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
  /** The larger the graver. */
  readonly gravity: (place: CriticalPlace) => number;
}

const rate = ({ bpm }: CriticalPlace, none: number): number => bpm ?? none;

const ruleTests = {
  vf: { kinds: ['vfl', 'vf'], holds: () => true, gravity: ({ seconds }) => seconds },
  vt: {
    kinds: ['vt'],
    holds: ({ beats, seconds }, { vt }) => beats >= vt.beats || seconds >= vt.seconds,
    gravity: ({ beats }) => beats,
  },
  pause: {
    kinds: ['pause', 'standstill', 'asystole'],
    holds: ({ seconds }, { pause }) => seconds > pause.seconds,
    gravity: ({ seconds }) => seconds,
  },
  av_block: {
    kinds: ['avb3', 'avb_high', 'mobitz', 'avb_2to1', 'avb2', 'wenckebach'],
    holds: ({ kind }, { av_block }) => kind === 'avb3' || av_block.degree <= 2,
    gravity: ({ kind, seconds }) => (kind === 'avb3' ? 1e9 : 0) + seconds,
  },
  fast_af: {
    kinds: ['af', 'afl'],
    holds: (place, { fast_af }) => rate(place, 0) > fast_af.bpm,
    gravity: (place) => rate(place, 0),
  },
  slow: {
    kinds: ['brady'],
    holds: (place, { slow }) => rate(place, Infinity) < slow.bpm && place.seconds >= slow.seconds,
    gravity: (place) => -rate(place, Infinity),
  },
} as const satisfies Record<CriticalRule, RuleTest>;

/** The gravest kind first. */
const criticalRuleOrder: readonly CriticalRule[] = ['vf', 'vt', 'pause', 'av_block', 'slow', 'fast_af'];

/** What the analysis must list so that the rules can judge it. */
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

/** Whether a person said that there is none here: its middle lies in what was rejected or mended. */
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
      .map((episode): CriticalPlace => {
        const seconds = (episode.end_sample - episode.start_sample) / summary.sampling_hz;
        return { rule, ...episode, seconds: Math.round(100 * seconds) / 100 };
      })
      .filter((place) => test.holds(place, limits))
      .sort((a, b) => test.gravity(b) - test.gravity(a) || a.start_sample - b.start_sample);
  });
}
