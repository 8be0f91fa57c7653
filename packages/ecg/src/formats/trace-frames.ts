// Converts a foreign recording in memory to frames of TraceData.dat, and back. Long files are converted piece by piece
// by frame-flow.ts instead; both choose the same leads (lead-choice.ts) and the same scale (trace-scale.ts).

import { chooseLeads } from './lead-choice.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { LeftOut, Recording, RecordingLead } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';
import type { TraceLead } from './trace-data.ts';
import { NO_SIGNAL, traceLimits } from '../labels/stored-samples.ts';
import { StepRangeFinder, traceScale } from './trace-scale.ts';

export interface TraceFrames {
  readonly leads: readonly TraceLead[];
  readonly sampling_hz: number;
  /** Samples of one lead. */
  readonly samples: number;
  /** Interleaved, one frame of all leads per sampling instant. */
  readonly frames: Int16Array<ArrayBuffer>;
}

export interface FramesOfRecording extends TraceFrames {
  readonly left_out: readonly LeftOut[];
}

/**
 * Returns the chosen leads as frames; a shorter lead ends with "no signal". Refuses with the faults of chooseLeads,
 * trace/samples and trace/too-long.
 */
export function recordingToFrames(recording: Pick<Recording, 'leads'>): Parsed<FramesOfRecording> {
  const choice = chooseLeads(recording.leads);
  if (!choice.ok) return choice;
  const { kept, sampling_hz: rate, left_out } = choice.value;
  const leads = kept.flatMap((at) => recording.leads[at] ?? []);
  const samples = Math.max(...leads.map((lead) => lead.samples.length));
  if (samples < 1) return refuse('trace/samples', { found: samples });
  if (samples / rate > traceLimits.duration_s) return refuse('trace/too-long', { found: samples / rate });
  const frames = new Int16Array(leads.length * samples).fill(NO_SIGNAL);
  const traceLeads = leads.map((lead, place) => placeLead(lead, frames, place, leads.length));
  return parsed({ leads: traceLeads, sampling_hz: rate, samples, frames, left_out });
}

function placeLead(lead: RecordingLead, frames: Int16Array, place: number, stride: number): TraceLead {
  const range = new StepRangeFinder();
  range.add(lead.samples);
  const scale = traceScale(lead, range.range(), place);
  const { samples } = lead;
  for (let i = 0; i < samples.length; i++) {
    const value = samples[i] ?? NO_SAMPLE;
    if (value !== NO_SAMPLE) frames[place + i * stride] = scale.step(value);
  }
  return scale.lead;
}

/** Converts one lead of TraceData.dat for writing in another format. */
export function leadFromFrames(lead: TraceLead, samplingHz: number, samples: Int16Array): RecordingLead {
  const values = Int32Array.from(samples, (value) => (value === NO_SIGNAL ? NO_SAMPLE : value));
  return { ...lead, sampling_hz: samplingHz, samples: values };
}
