/** Makes the recording whose exports are judged, and what its files have to contain. */
import type { MarkedGap, RecordingMarks } from '@rhythmdesk/ecg/formats/marked-recording';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import type { ExportedRecording } from '@rhythmdesk/server/features/recordings/exported-recording';

export const judgedHz = 250;
export const microvoltsPerStep = 2.5;
export const judgedLeads = ['II', 'V5'];
/** Letters of the classes of beats, whose bytes begin at 1. */
export const beatLetters = ['N', 'S', 'V', 'F', 'P'];
const patternS = 200;

/** Gaps of a pattern, in seconds: of both leads, and of the second one. */
const gapsOfBoth = [
  [20.3, 33.7],
  [100, 104],
] as const;
const gapsOfOne = [[50.2, 52.6]] as const;

function gapsIn(samples: number): MarkedGap[] {
  const gaps: MarkedGap[] = [];
  for (let at = 0; at < samples / judgedHz; at += patternS) {
    const add = (lead: number, [from, until]: readonly [number, number]): void => {
      const [start, end] = [Math.round((at + from) * judgedHz), Math.round((at + until) * judgedHz)];
      if (end <= samples) gaps.push([lead, start, end]);
    };
    gapsOfBoth.forEach((gap) => add(-1, gap));
    gapsOfOne.forEach((gap) => add(1, gap));
  }
  return gaps;
}

/** Returns the frames of the leads, with gaps, and no value that is 0 µV. */
function framesOf(samples: number, gaps: readonly MarkedGap[]): Int16Array {
  const frames = new Int16Array(judgedLeads.length * samples);
  for (let i = 0; i < samples; i++)
    for (let lead = 0; lead < judgedLeads.length; lead++)
      frames[i * judgedLeads.length + lead] =
        Math.round(700 * Math.sin(i / (9 + lead)) + 40 * Math.sin(i / 3000)) || 1;
  for (const [lead, from, until] of gaps)
    for (let i = from; i < until; i++)
      for (let one = 0; one < judgedLeads.length; one++)
        if (lead < 0 || lead === one) frames[i * judgedLeads.length + one] = NO_SIGNAL;
  return frames;
}

/** Returns a recording of so many seconds with a beat every 0.8 s. */
export function judgedRecording(seconds: number) {
  const samples = Math.round(seconds * judgedHz);
  const gaps = gapsIn(samples);
  const frames = framesOf(samples, gaps);
  const beats = Math.floor((samples - 100) / 200);
  const marks: RecordingMarks = {
    beats: {
      samples: Uint32Array.from({ length: beats }, (_none, i) => 100 + i * 200),
      classes: Uint8Array.from({ length: beats }, (_none, i) => 1 + (i % beatLetters.length)),
      confidence: new Uint8Array(beats).fill(200),
    },
    episodes: [{ kind: 'af', start_sample: 1001, end_sample: 3003, beats: 10, bpm: 80 }],
    events: [{ at_ms: 5500, text: 'Diary: 흉통' }],
    gaps,
  };
  const leads = judgedLeads.map((label) => ({
    label,
    gain_uv_per_lsb: microvoltsPerStep,
    zero_lsb: 0,
    signal_share: 1,
  }));
  const start_ms = Date.UTC(2026, 10, 5, 8, 0, 0, 0);
  const recording: ExportedRecording = {
    hn_id: 'HN300001',
    patient: { code: 'P-1', sex: null, birth_date: null, name: null },
    ...{ study: null, recording_id: 1 },
    ...{ start_ms, clock_ms: start_ms + 9 * 3_600_000, marks, summary: null, edits: 0 },
    frames: { trace_sha256: 'judged', header_bytes: 0, samples, sampling_hz: judgedHz, leads },
  };
  const bytes = new Uint8Array(frames.buffer);
  const files = {
    read: (_name: string, { start, length }: { start: number; length: number }) =>
      Promise.resolve(Buffer.from(bytes.buffer, start, length)),
  };
  return { recording, frames, source: { files } };
}
