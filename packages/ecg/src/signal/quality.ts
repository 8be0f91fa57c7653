/**
 * Classifies each second of each lead by readability. Noise is determined from the expected errors of the beat detector
 * around the second (`expected-errors`), the rest from the raw samples (`lead-input`). Ventricular flutter is separated
 * from noise (`ventricular-flutter`): its beats cannot be counted either, but it is a finding.
 *
 * A flat line counts as flat only if it lasts five seconds: a shorter one next to a readable second may be a pause of
 * the heart.
 */
import type { AtrialKind } from '../labels/rhythm-labels.ts';
import { secondBit } from './lead-input.ts';

export const qualityCode = { usable: 0, noisy: 1, flat: 2, saturated: 3, no_signal: 4, flutter: 5 } as const;

export interface Quality {
  readonly seconds: number;
  /** One code per second for each lead. */
  readonly leads: readonly Uint8Array[];
  /** The same for the lead that was used in each second; usable there means analysed. */
  readonly used: Uint8Array;
  /** 1 in each second in which P waves continue that no QRS follows; absent if there is no such second. */
  readonly lone_p_waves?: Uint8Array;
  /** Number of isolated spikes removed from each lead; absent if there are none. */
  readonly spikes?: readonly number[];
  /** Stretches of AV block and of atrial flutter, in order of time; absent if there are none. */
  readonly atrial_findings?: readonly AtrialFinding[];
}

/** A stretch of AV block as detected from P waves, or of atrial flutter as detected from its waves. */
export interface AtrialFinding {
  readonly kind: AtrialKind;
  /** From the R peak of its first beat to that of its last. */
  readonly start_sample: number;
  readonly end_sample: number;
  /** 0 to 100; of flutter, the percentage of the line between the QRS complexes that its waves explain. */
  readonly certainty: number;
}
export interface LeadEvidence {
  readonly raw: Uint8Array;
  /** Expected detection errors of each second × 64. */
  readonly expected_errors: Uint8Array;
}

/** Rhythms that decide about the seconds in which beats cannot be counted. */
interface Rhythms {
  /** Not 0 in seconds of ventricular flutter, fibrillation or tachycardia. */
  readonly flutter?: Uint8Array;
  /** 1 in seconds in which no lead shows a QRS. */
  readonly without_qrs?: Uint8Array;
}

/** Seconds on each side over which noise is judged, and the expected errors per second from which it is noise. */
const reach = 4;
const noisyErrors = 0.45;
const flatSeconds = 5;

function leadQuality(evidence: LeadEvidence, seconds: number, none: Uint8Array): Uint8Array {
  const codes = new Uint8Array(seconds);
  const errors = (s: number): number => (none[s] === 1 ? 0 : (evidence.expected_errors[s] ?? 0));
  let sum = 0;
  for (let s = 0; s < Math.min(reach, seconds); s++) sum += errors(s);
  for (let s = 0; s < seconds; s++) {
    sum += errors(s + reach);
    if (s > reach) sum -= errors(s - reach - 1);
    const bits = evidence.raw[s] ?? secondBit.gap;
    if (bits & secondBit.gap) codes[s] = qualityCode.no_signal;
    else if (bits & secondBit.saturated) codes[s] = qualityCode.saturated;
    else if (bits & secondBit.still) codes[s] = qualityCode.flat;
    else if (none[s] !== 1 && sum > noisyErrors * 64 * (2 * reach + 1)) codes[s] = qualityCode.noisy;
  }
  keepLongFlats(codes);
  return codes;
}

function keepLongFlats(codes: Uint8Array): void {
  for (let from = 0; from < codes.length; from++) {
    if (codes[from] !== qualityCode.flat) continue;
    let to = from;
    while (to < codes.length && codes[to] === qualityCode.flat) to++;
    const read = codes[from - 1] === qualityCode.usable || codes[to] === qualityCode.usable;
    if (to - from < flatSeconds && read) codes.fill(qualityCode.usable, from, to);
    from = to;
  }
}

/**
 * Returns the quality. `chosen` is the lead of each stretch of ten seconds. A second in which no lead shows a QRS is
 * not noise: the candidates in it are no beats.
 */
export function recordingQuality(
  evidence: readonly LeadEvidence[],
  chosen: Uint8Array,
  seconds: number,
  { flutter = new Uint8Array(), without_qrs = new Uint8Array() }: Rhythms = {},
): Quality {
  const leads = evidence.map((lead) => leadQuality(lead, seconds, without_qrs));
  const used = new Uint8Array(seconds);
  for (let s = 0; s < seconds; s++) {
    const code = leads[chosen[Math.floor(s / 10)] ?? 0]?.[s] ?? qualityCode.no_signal;
    const readable = code === qualityCode.usable || code === qualityCode.noisy;
    used[s] = (flutter[s] ?? 0) !== 0 && readable ? qualityCode.flutter : code;
  }
  return { seconds, leads, used };
}
