// Lists the events that may interrupt a sinus rhythm: how often (a field of the patient) and the beats that follow.

import type { BeatClass } from '../labels/beat-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import type { SynthPatient } from './patient.ts';
import type { PlannedBeat } from './planned-beat.ts';
import type { Random } from './random.ts';
import { between, wholeBetween } from './random.ts';

export interface BeatPlan {
  readonly beats: readonly PlannedBeat[];
  /** The episode that the beats `first` to `last` form. */
  readonly mark?: { readonly key: RhythmKey; readonly first: number; readonly last: number };
}

type RateField = {
  [Key in keyof SynthPatient]: Key extends `${string}_per_hour` ? Key : never;
}[keyof SynthPatient];

export interface EventPlan {
  readonly rate: Exclude<RateField, 'artefacts_per_hour'>;
  /** `rr` is the current sinus interval, in seconds. */
  readonly make: (rr: number, fusionShare: number, random: Random) => BeatPlan;
}

const atrial = (rr: number): PlannedBeat => ({ rr_s: rr, beat_class: 'S', p_wave: 'ectopic' });
const sinus = (rr: number): PlannedBeat => ({ rr_s: rr, beat_class: 'N', p_wave: 'sinus' });
const wide = (rr: number, beat_class: BeatClass = 'V'): PlannedBeat => ({
  rr_s: rr,
  beat_class,
  p_wave: 'none',
});

/** Returns one ventricular beat and the sinus beat after its compensatory pause; late ones may fuse. */
export function singleVentricular(rr: number, fusionShare: number, random: Random): BeatPlan {
  if (random() < fusionShare) {
    const early = rr * between(random, 0.93, 0.97);
    return { beats: [{ rr_s: early, beat_class: 'F', p_wave: 'sinus' }, sinus(2 * rr - early)] };
  }
  const coupling = Math.max(0.34, rr * between(random, 0.52, 0.72));
  return { beats: [wide(coupling), sinus(Math.max(0.4, 2 * rr - coupling))] };
}

function run(first: PlannedBeat, count: number, rr: () => number): PlannedBeat[] {
  return [first, ...Array.from({ length: count - 1 }, () => ({ ...first, rr_s: rr() }))];
}

function atrialGroup(key: RhythmKey, count: (random: Random) => number): EventPlan['make'] {
  return (rr, _fusionShare, random) => {
    const cycle = between(random, 0.36, 0.46);
    const beats = run(
      atrial(rr * between(random, 0.6, 0.75)),
      count(random),
      () => cycle * between(random, 0.94, 1.06),
    );
    const mark = { key, first: 0, last: beats.length - 1 };
    return { beats: [...beats, sinus(rr * between(random, 1.05, 1.25))], mark };
  };
}

function ventricularGroup(key: RhythmKey, count: (random: Random) => number): EventPlan['make'] {
  return (rr, _fusionShare, random) => {
    const cycle = between(random, 0.34, 0.5);
    const coupling = Math.max(0.34, rr * between(random, 0.52, 0.68));
    const beats = run(wide(coupling), count(random), () => cycle * between(random, 0.96, 1.04));
    const mark = { key, first: 0, last: beats.length - 1 };
    return { beats: [...beats, sinus(rr * between(random, 1.2, 1.5))], mark };
  };
}

/** Makes every n-th beat ventricular for a while. */
function alternating(key: RhythmKey, sinusBetween: number): EventPlan['make'] {
  return (rr, _fusionShare, random) => {
    const beats: PlannedBeat[] = [];
    for (let cycle = wholeBetween(random, 4, 24); cycle > 0; cycle--) {
      beats.push(...singleVentricular(rr, 0, random).beats);
      for (let i = 1; i < sinusBetween; i++) beats.push(sinus(rr * between(random, 0.98, 1.02)));
    }
    return { beats, mark: { key, first: 0, last: beats.length - 1 } };
  };
}

export const eventPlans: readonly EventPlan[] = [
  { rate: 'v_per_hour', make: singleVentricular },
  {
    rate: 's_per_hour',
    make: (rr, _fusionShare, random) => ({
      beats: [atrial(rr * between(random, 0.6, 0.78)), sinus(rr * between(random, 1, 1.15))],
    }),
  },
  { rate: 's_couplets_per_hour', make: atrialGroup('s_couplet', () => 2) },
  { rate: 's_runs_per_hour', make: atrialGroup('svt', (random) => wholeBetween(random, 3, 14)) },
  { rate: 'v_couplets_per_hour', make: ventricularGroup('v_couplet', () => 2) },
  { rate: 'v_runs_per_hour', make: ventricularGroup('vt', (random) => wholeBetween(random, 3, 9)) },
  { rate: 'bigeminy_per_hour', make: alternating('v_bigeminy', 1) },
  { rate: 'trigeminy_per_hour', make: alternating('v_trigeminy', 2) },
  {
    rate: 'pauses_per_hour',
    make: (_rr, _fusionShare, random) => ({ beats: [sinus(between(random, 2.1, 4.2))] }),
  },
];
