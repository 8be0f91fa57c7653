/** Converts a whole lead to the engine's working rate at once, for training. */
import { workHz } from '@rhythmdesk/ecg/beats/lead-bands';
import { createResampler } from '@rhythmdesk/ecg/signal/resample';

export function atWorkRate(samples: Float32Array, hz: number): Float32Array {
  const resampler = createResampler(hz, workHz);
  const out = new Float32Array(resampler.bound(samples.length) + 16);
  const count = resampler.push(samples, samples.length, out);
  const rest = new Float32Array(64);
  const more = resampler.flush(rest);
  out.set(rest.subarray(0, more), count);
  return out.subarray(0, count + more);
}
