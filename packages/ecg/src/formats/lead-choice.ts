// Chooses the signals of a foreign file that become leads of a recording, and gives the reason for the others.
//
// TraceData.dat stores at most twelve leads of one rate. A sleep recording has EEG and respiration beside its ECG: if
// any signal has the name of an ECG lead, only those are taken. A file that names none (a Holter's "channel 1") is
// assumed to be all ECG. If rates differ, the rate of most leads is taken, the higher of two equally common ones.

import type { FormatRefusal, Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { RecordingLead } from './recording.ts';
import { traceLimits } from '../labels/stored-samples.ts';

export const leftOutReasons = ['no-voltage', 'no-ecg', 'other-rate', 'beyond-twelve'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export interface LeftOut {
  readonly label: string;
  readonly why: LeftOutReason;
}

export interface LeadChoice {
  /** Indices in the given list, in its order. */
  readonly kept: readonly number[];
  readonly sampling_hz: number;
  readonly left_out: readonly LeftOut[];
}

const ecgNames = new RegExp(
  '^(?:(?:ECG|EKG).*|(?:lead\\s*)?(?:I{1,3}|aV[RLF]|V\\d{1,2}R?|M?L(?:I{1,3})|MCL\\s?\\d|MV\\d|CM\\s?\\d|CC\\s?5|CS\\s?\\d|D\\d|V?[XYZ]|ES|AS|AI))$',
  'i',
);

/** Tells whether a signal's name is that of an ECG lead (IEC 60601-2-25, AAMI EC53; EDF+ writes "ECG" before it). */
export function isEcgName(label: string): boolean {
  return ecgNames.test(label.trim());
}

type Candidate = Pick<RecordingLead, 'label' | 'sampling_hz' | 'gain_uv_per_lsb'>;

function ratesByCount(candidates: readonly Candidate[]): number[] {
  const counts = new Map<number, number>();
  for (const { sampling_hz: hz } of candidates) counts.set(hz, (counts.get(hz) ?? 0) + 1);
  return [...counts].sort(([hzA, a], [hzB, b]) => b - a || hzB - hzA).map(([hz]) => hz);
}

const isPossible = (hz: number): boolean =>
  hz >= traceLimits.sampling_hz_min && hz <= traceLimits.sampling_hz_max;

function gainFault({ gain_uv_per_lsb: gain }: Candidate, place: number): FormatRefusal | null {
  const isPossibleGain =
    Math.abs(gain) >= traceLimits.gain_uv_min && Math.abs(gain) <= traceLimits.gain_uv_max;
  return isPossibleGain ? null : refuse('trace/lead-gain', { lead: place + 1, found: String(gain) });
}

/**
 * Chooses the leads. Refuses with trace/leads (there are none), trace/sampling-hz (no lead has an allowed rate) and
 * trace/lead-gain (a chosen lead's step size is impossible for an ECG).
 */
export function chooseLeads(signals: readonly Candidate[]): Parsed<LeadChoice> {
  const named = signals.filter(({ label }) => isEcgName(label));
  const candidates = named.length > 0 ? named : signals;
  const rates = ratesByCount(candidates);
  const [commonest] = rates;
  if (commonest === undefined) return refuse('trace/leads', { found: 0 });
  const rate = rates.find(isPossible);
  if (rate === undefined) return refuse('trace/sampling-hz', { found: String(commonest) });
  const kept: number[] = [];
  const leftOut: LeftOut[] = [];
  for (const [at, signal] of signals.entries()) {
    const why = !candidates.includes(signal)
      ? 'no-ecg'
      : signal.sampling_hz !== rate
        ? 'other-rate'
        : kept.length === traceLimits.leads
          ? 'beyond-twelve'
          : null;
    const fault = why === null ? gainFault(signal, at) : null;
    if (fault !== null) return fault;
    if (why === null) kept.push(at);
    else leftOut.push({ label: signal.label, why });
  }
  return parsed({ kept, sampling_hz: rate, left_out: leftOut });
}
