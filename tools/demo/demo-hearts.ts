/** Defines the synthetic patients of the demo's recordings: those of the tests, and one with a little of everything. */
import { synthPatients, type SynthPatient } from '@rhythmdesk/ecg/synth/patient';

export const demoHearts = {
  ...synthPatients,
  /** A day has about forty findings of ten kinds: a usual case for a technician. */
  mixed: {
    ...synthPatients.healthy,
    s_per_hour: 8,
    s_couplets_per_hour: 0.3,
    s_runs_per_hour: 0.25,
    v_per_hour: 9,
    v_couplets_per_hour: 0.3,
    v_runs_per_hour: 0.15,
    pauses_per_hour: 0.12,
    af_per_day: 5,
    af_minutes: 12,
    variation_ms: 24,
  } satisfies SynthPatient,
} as const;

export type DemoHeart = keyof typeof demoHearts;
