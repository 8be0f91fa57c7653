/** Defines the stored sample that means "no signal", and the limits of a recording. */

/** The stored value that means "no signal" (electrode off, gap). */
export const NO_SIGNAL = -32768;

export const traceLimits = {
  leads: 12,
  sampling_hz_min: 50,
  sampling_hz_max: 2000,
  duration_s: 30 * 86_400,
  samples: 2 ** 32 - 1,
  /** Smallest and largest microvolts per step that a foreign file's lead may have, and that the engine accepts. */
  gain_uv_min: 0.0001,
  gain_uv_max: 100_000,
  /** The last millisecond of 2199: a later clock is not set. */
  start_ms_max: 7_258_118_399_999,
} as const;
