// Chooses the signals of a foreign file that become leads of a recording, and gives the reason for the others.
//
// TraceData.dat stores at most twelve leads of one rate. A sleep recording has EEG and respiration beside its ECG: if
// any signal has the name of an ECG lead, only those and signals of neutral names ("CH 2") are taken. A file that names
// none is assumed to be all ECG. If rates differ, the rate of most leads is taken, the higher of two equally common ones.

import type { FormatRefusal, Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import { isEcgName, isNeutralName, isOtherName } from './lead-names.ts';
import type { LeftOut, RecordingLead } from './recording.ts';
import { traceLimits } from '../labels/stored-samples.ts';

export interface LeadChoice {
  /** Indices in the given list, in its order. */
  readonly kept: readonly number[];
  readonly sampling_hz: number;
  readonly left_out: readonly LeftOut[];
}

type Candidate = Pick<RecordingLead, 'label' | 'sampling_hz' | 'gain_uv_per_lsb'>;

function ratesByCount(candidates: readonly Candidate[]): number[] {
  const counts = new Map<number, number>();
  for (const { sampling_hz: hz } of candidates) counts.set(hz, (counts.get(hz) ?? 0) + 1);
  return [...counts].sort(([hzA, a], [hzB, b]) => b - a || hzB - hzA).map(([hz]) => hz);
}

const isPossible = (hz: number): boolean =>
  hz >= traceLimits.sampling_hz_min && hz <= traceLimits.sampling_hz_max;

function hasScale({ gain_uv_per_lsb: gain }: Candidate): boolean {
  return Math.abs(gain) >= traceLimits.gain_uv_min && Math.abs(gain) <= traceLimits.gain_uv_max;
}

const chestElectrodes = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6'];

/** Recognises leads by name. C3 and C4 are an EEG's; beside C1 to C6 they are chest electrodes (IEC 60601-2-25). */
function leadTest(signals: readonly Candidate[]): (label: string) => boolean {
  const labels = new Set(signals.map(({ label }) => label.trim().toUpperCase()));
  const isChest = chestElectrodes.every((name) => labels.has(name));
  return (label) => isEcgName(label) || (isChest && chestElectrodes.includes(label.trim().toUpperCase()));
}

function noLeads(
  signals: readonly Candidate[],
  candidates: readonly Candidate[],
  unread: readonly LeftOut[],
): FormatRefusal {
  const [first] = candidates;
  const unit = unread.find(({ why }) => why === 'unknown-unit');
  const scale = unread.find(({ why }) => why === 'no-scale');
  const damaged = unread.find(({ why }) => why === 'damaged');
  const form = unread.find(({ why }) => why === 'other-form');
  if (first !== undefined)
    return refuse('trace/lead-gain', {
      lead: signals.indexOf(first) + 1,
      found: String(first.gain_uv_per_lsb),
    });
  if (unit !== undefined) return refuse('file/unknown-unit', { found: unit.label });
  if (scale !== undefined) return refuse('file/no-scale', { found: scale.label });
  if (form !== undefined) return refuse('mfer/unsupported', { found: form.label });
  return damaged === undefined ? refuse('file/no-signal') : refuse('file/damaged', { found: damaged.label });
}

/**
 * Chooses the leads. Refuses with file/no-signal (there are none), file/unknown-unit, file/no-scale, mfer/unsupported and file/damaged (a
 * signal of `unread`, those that the reader could not make leads of, may be an ECG), trace/sampling-hz (no lead has an allowed
 * rate) and trace/lead-gain (every step size is impossible for an ECG).
 */
export function chooseLeads(
  signals: readonly Candidate[],
  unread: readonly LeftOut[] = [],
): Parsed<LeadChoice> {
  const isLead = leadTest(signals);
  const hasNames = signals.some(({ label }) => isLead(label));
  const candidates = signals.filter(({ label }) => !hasNames || isLead(label) || isNeutralName(label));
  const rates = ratesByCount(candidates.filter(hasScale));
  const [commonest] = rates;
  if (commonest === undefined) return noLeads(signals, candidates, unread);
  const rate = rates.find(isPossible);
  if (rate === undefined) return refuse('trace/sampling-hz', { found: String(commonest) });
  const kept: number[] = [];
  const leftOut: LeftOut[] = [];
  for (const [at, signal] of signals.entries()) {
    const why = !candidates.includes(signal)
      ? isOtherName(signal.label)
        ? 'no-ecg'
        : 'unknown-name'
      : !hasScale(signal)
        ? 'no-scale'
        : signal.sampling_hz !== rate
          ? 'other-rate'
          : kept.length === traceLimits.leads
            ? 'beyond-twelve'
            : null;
    if (why === null) kept.push(at);
    else leftOut.push({ label: signal.label, why });
  }
  return parsed({ kept, sampling_hz: rate, left_out: [...leftOut, ...unread] });
}
