// A foreign recording as TraceData.dat's frames, and back.
//
// Steps are kept as they are where they fit int16 beside the "no signal" mark; wider ones (24-bit converters) are
// rescaled to the finest step that fits, 0 µV at step 0, which is far below any converter's noise in 16 bits
// unless the file holds a large constant offset: that offset is then taken as the zero step.

import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { Recording, RecordingLead } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';
import type { TraceLead } from './trace-data.ts';
import { NO_SIGNAL, traceLimits } from './trace-data.ts';

export interface TraceFrames {
  readonly leads: readonly TraceLead[];
  readonly sampling_hz: number;
  /** Samples of one lead. */
  readonly samples: number;
  /** Interleaved, one frame of all leads per sampling instant. */
  readonly frames: Int16Array<ArrayBuffer>;
}

const LOWEST = -32_767;
const HIGHEST = 32_767;

/** The leads that frames hold: those of the highest sampling rate, at most twelve. */
export function framedLeads(leads: readonly RecordingLead[]): RecordingLead[] {
  const rate = Math.max(0, ...leads.map((lead) => lead.sampling_hz));
  return leads.filter((lead) => lead.sampling_hz === rate).slice(0, traceLimits.leads);
}

/**
 * `framedLeads` as frames; a shorter lead ends in "no signal". Refuses trace/leads (none), trace/sampling-hz, trace/samples and trace/too-long.
 */
export function recordingToFrames(recording: Pick<Recording, 'leads'>): Parsed<TraceFrames> {
  const leads = framedLeads(recording.leads);
  const rate = leads[0]?.sampling_hz;
  if (rate === undefined) return refuse('trace/leads', { found: 0 });
  if (!(rate >= traceLimits.sampling_hz_min && rate <= traceLimits.sampling_hz_max)) {
    return refuse('trace/sampling-hz', { found: String(rate) });
  }
  const samples = Math.max(...leads.map((lead) => lead.samples.length));
  if (samples < 1) return refuse('trace/samples', { found: samples });
  if (samples / rate > traceLimits.duration_s) return refuse('trace/too-long', { found: samples / rate });
  const frames = new Int16Array(leads.length * samples).fill(NO_SIGNAL);
  const traceLeads = leads.map((lead, place) => placeLead(lead, frames, place, leads.length));
  return parsed({ leads: traceLeads, sampling_hz: rate, samples, frames });
}

function placeLead(lead: RecordingLead, frames: Int16Array, place: number, stride: number): TraceLead {
  const { low, high } = extremes(lead.samples);
  const label = asciiLabel(lead.label) || `lead ${place + 1}`;
  const gain = lead.gain_uv_per_lsb;
  const zeroFits = Number.isInteger(lead.zero_lsb) && Math.abs(lead.zero_lsb) <= HIGHEST;
  if (gain > 0 && zeroFits && low >= LOWEST && high <= HIGHEST) {
    write(lead.samples, frames, place, stride, (value) => value);
    return { label, gain_uv_per_lsb: gain, zero_lsb: lead.zero_lsb };
  }
  const reach = Math.max(Math.abs(low - lead.zero_lsb), Math.abs(high - lead.zero_lsb), 1);
  const shrink = Math.max(1, reach / HIGHEST);
  const turn = gain < 0 ? -1 : 1;
  write(lead.samples, frames, place, stride, (value) =>
    Math.round((turn * (value - lead.zero_lsb)) / shrink),
  );
  return { label, gain_uv_per_lsb: Math.abs(gain) * shrink, zero_lsb: 0 };
}

function write(
  samples: Int32Array,
  frames: Int16Array,
  place: number,
  stride: number,
  step: (value: number) => number,
): void {
  for (let i = 0; i < samples.length; i++) {
    const value = samples[i] ?? NO_SAMPLE;
    if (value !== NO_SAMPLE) frames[place + i * stride] = Math.max(LOWEST, Math.min(HIGHEST, step(value)));
  }
}

function extremes(samples: Int32Array): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of samples) {
    if (value === NO_SAMPLE) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? { low, high } : { low: 0, high: 0 };
}

function asciiLabel(label: string): string {
  return label
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, 16);
}

/** One lead of TraceData.dat as a lead to be written in another format. */
export function leadFromFrames(lead: TraceLead, samplingHz: number, samples: Int16Array): RecordingLead {
  const values = Int32Array.from(samples, (value) => (value === NO_SIGNAL ? NO_SAMPLE : value));
  return { ...lead, sampling_hz: samplingHz, samples: values };
}
