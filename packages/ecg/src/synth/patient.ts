// Describes the patients of the generator: rates and rhythms, and how well the patch is attached.

export interface SynthPatient {
  /** Mean over the day, and the drop from afternoon to night. */
  readonly heart_rate_bpm: number;
  readonly night_drop_bpm: number;
  /** Amplitude of the respiratory and the 0.1 Hz variation of the RR interval. */
  readonly variation_ms: number;
  readonly respiration_hz: number;
  readonly s_per_hour: number;
  readonly s_couplets_per_hour: number;
  readonly s_runs_per_hour: number;
  readonly v_per_hour: number;
  readonly v_couplets_per_hour: number;
  readonly v_runs_per_hour: number;
  readonly bigeminy_per_hour: number;
  readonly trigeminy_per_hour: number;
  /** Share of single ventricular beats that fuse with a conducted one. */
  readonly fusion_share: number;
  readonly pauses_per_hour: number;
  /** Atrial fibrillation: how often it starts and how long it lasts; a day of minutes or more is permanent. */
  readonly af_per_day: number;
  readonly af_minutes: number;
  /** Rate of a ventricular pacemaker, 0 for none; it fires if no beat came for that long. */
  readonly pacing_bpm: number;
  readonly muscle_uv: number;
  readonly wander_uv: number;
  readonly artefacts_per_hour: number;
  readonly lead_off_per_day: number;
}

const healthy: SynthPatient = {
  heart_rate_bpm: 72,
  night_drop_bpm: 18,
  variation_ms: 32,
  respiration_hz: 0.25,
  s_per_hour: 1.5,
  s_couplets_per_hour: 0,
  s_runs_per_hour: 0,
  v_per_hour: 1,
  v_couplets_per_hour: 0,
  v_runs_per_hour: 0,
  bigeminy_per_hour: 0,
  trigeminy_per_hour: 0,
  fusion_share: 0.03,
  pauses_per_hour: 0,
  af_per_day: 0,
  af_minutes: 0,
  pacing_bpm: 0,
  muscle_uv: 9,
  wander_uv: 60,
  artefacts_per_hour: 2,
  lead_off_per_day: 1,
};

export const synthPatients = {
  healthy,
  supraventricular: {
    ...healthy,
    s_per_hour: 70,
    s_couplets_per_hour: 4,
    s_runs_per_hour: 2,
    heart_rate_bpm: 68,
  },
  ventricular: {
    ...healthy,
    v_per_hour: 140,
    v_couplets_per_hour: 5,
    v_runs_per_hour: 0.6,
    bigeminy_per_hour: 1.5,
    trigeminy_per_hour: 1,
    variation_ms: 20,
    heart_rate_bpm: 74,
  },
  paroxysmal_af: {
    ...healthy,
    s_per_hour: 25,
    s_runs_per_hour: 0.5,
    af_per_day: 36,
    af_minutes: 10,
    variation_ms: 22,
  },
  permanent_af: {
    ...healthy,
    s_per_hour: 0,
    v_per_hour: 8,
    af_per_day: 48,
    af_minutes: 1e6,
    heart_rate_bpm: 76,
  },
  pauses: { ...healthy, pauses_per_hour: 2.5, heart_rate_bpm: 56, night_drop_bpm: 14, s_per_hour: 6 },
  paced: {
    ...healthy,
    pacing_bpm: 65,
    heart_rate_bpm: 60,
    night_drop_bpm: 16,
    variation_ms: 12,
    v_per_hour: 5,
  },
  noisy: {
    ...healthy,
    muscle_uv: 28,
    wander_uv: 180,
    artefacts_per_hour: 30,
    lead_off_per_day: 24,
    v_per_hour: 12,
  },
} as const satisfies Record<string, SynthPatient>;

export type SynthPatientKey = keyof typeof synthPatients;
