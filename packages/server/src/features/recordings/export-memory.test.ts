/**
 * Tests time and memory of the export of a recording of days, which is sent in stretches because no test could hold it.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { edfWithBeats } from './export-edf.ts';
import { wfdbReply } from './export-wfdb.ts';
import type { ExportedRecording } from './exported-recording.ts';
import type { SignalSource } from '../../records/recordings/stored-frames.ts';

const days = 2;
const samples = days * 86_400 * 250;
const beats = Math.floor(samples / 200);

/** A store whose one file is as long as requested and takes no space. */
const endless: SignalSource['files'] = {
  read: (_sha256, { start, length }) => {
    const bytes = Buffer.alloc(length);
    bytes.writeInt16LE(start % 30_000, 0);
    return Promise.resolve(bytes);
  },
};

const recording: ExportedRecording = {
  hn_id: 'HN123456',
  patient: { code: null, sex: null, birth_date: null, name: null },
  study: null,
  recording_id: 1,
  start_ms: 0,
  clock_ms: 0,
  frames: {
    trace_sha256: '0'.repeat(64),
    header_bytes: 160,
    samples,
    sampling_hz: 250,
    leads: [{ label: 'II', gain_uv_per_lsb: 5, zero_lsb: 0 }],
  },
  marks: {
    beats: {
      samples: Uint32Array.from({ length: beats }, (_none, i) => 200 * i),
      classes: new Uint8Array(beats).fill(1),
      confidence: new Uint8Array(beats),
    },
    episodes: [],
    events: [],
    gaps: [],
  },
  summary: null,
  edits: 0,
};

test.each([
  ['EDF+', edfWithBeats],
  ['WFDB', wfdbReply],
])('%s of two days is exported with constant memory', async (_name, replyOf) => {
  const { body } = await replyOf({ files: endless }, recording);
  const hash = createHash('sha256');
  const before = process.memoryUsage().rss;
  let bytes = 0;
  let most = 0;
  for await (const chunk of body) {
    const part = Buffer.from(chunk);
    hash.update(part);
    bytes += part.length;
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  expect(bytes).toBeGreaterThan(2 * samples);
  expect(most).toBeLessThan(120 * 2 ** 20);
});
