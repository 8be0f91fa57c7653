/**
 * Each second of each lead by what can be read in it. Noise is told from the expected errors of the beat detector around the
 * second (`expected-errors`), the rest from the raw samples (`lead-input`). Ventricular flutter is told apart from noise
 * (`ventricular-flutter`): its beats cannot be counted either, but it is a finding.
 *
 * A flat line is flat only where it lasts five seconds: a shorter one may be a pause of the heart, where a second that
 * can be read lies beside it.
 */
import type { AvBlockKind } from '../labels/rhythm-labels.ts';
import { secondBit } from './lead-input.ts';

export const qualityCode = { usable: 0, noisy: 1, flat: 2, saturated: 3, no_signal: 4, flutter: 5 } as const;

export interface Quality {
  readonly seconds: number;
  /** One code a second for each lead. */
  readonly leads: readonly Uint8Array[];
  /** The same for the lead that was used in each second; usable there means analysed. */
  readonly used: Uint8Array;
  /** 1 in each second in which P waves go on that no QRS follows; left out where there is no such second. */
  readonly lone_p_waves?: Uint8Array;
  /** How many isolated spikes were removed from each lead; left out where none were. */
  readonly spikes?: readonly number[];
  /** Where the signal shows AV block, in order of time; left out where it does not. */
  readonly av_blocks?: readonly AvBlock[];
}

/** Stretches of AV block as P waves show them. */
export interface AvBlock {
  readonly kind: AvBlockKind;
  /** From the R peak of its first beat to that of its last. */
  readonly start_sample: number;
  readonly end_sample: number;
  /** 0 to 100. */
  readonly certainty: number;
}
export interface LeadEvidence {
  readonly raw: Uint8Array;
  /** Expected detection errors of each second × 64. */
  readonly expected_errors: Uint8Array;
}

/** Seconds on each side that a second's noise is judged over, and the expected errors a second that are noise. */
const reach = 4;
const noisyErrors = 0.45;
const flatSeconds = 5;

function leadQuality(evidence: LeadEvidence, seconds: number): Uint8Array {
  const codes = new Uint8Array(seconds);
  let sum = 0;
  for (let s = 0; s < Math.min(reach, seconds); s++) sum += evidence.expected_errors[s] ?? 0;
  for (let s = 0; s < seconds; s++) {
    sum += evidence.expected_errors[s + reach] ?? 0;
    if (s > reach) sum -= evidence.expected_errors[s - reach - 1] ?? 0;
    const bits = evidence.raw[s] ?? secondBit.gap;
    if (bits & secondBit.gap) codes[s] = qualityCode.no_signal;
    else if (bits & secondBit.saturated) codes[s] = qualityCode.saturated;
    else if (bits & secondBit.still) codes[s] = qualityCode.flat;
    else if (sum > noisyErrors * 64 * (2 * reach + 1)) codes[s] = qualityCode.noisy;
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

/** `chosen` names the lead of each stretch of ten seconds; `flutter` is not 0 in the seconds in which the ventricles race. */
export function recordingQuality(
  evidence: readonly LeadEvidence[],
  chosen: Uint8Array,
  seconds: number,
  flutter: Uint8Array = new Uint8Array(),
): Quality {
  const leads = evidence.map((lead) => leadQuality(lead, seconds));
  const used = new Uint8Array(seconds);
  for (let s = 0; s < seconds; s++) {
    const code = leads[chosen[Math.floor(s / 10)] ?? 0]?.[s] ?? qualityCode.no_signal;
    const readable = code === qualityCode.usable || code === qualityCode.noisy;
    used[s] = (flutter[s] ?? 0) !== 0 && readable ? qualityCode.flutter : code;
  }
  return { seconds, leads, used };
}
