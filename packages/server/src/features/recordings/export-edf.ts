/** Exports a recording as one EDF+ file; its length is known before its first byte. */
import { Readable } from 'node:stream';
import { edfFromFrames, type EdfFrames } from '@rhythmdesk/ecg/formats/edf-frames';
import { markNotes } from '@rhythmdesk/ecg/formats/marked-recording';
import type { BinaryReply } from '../../platform/http/handler.ts';
import type { ExportedRecording } from './exported-recording.ts';
import {
  readFrames,
  stretchSamples,
  type SignalSource,
  type StoredFrames,
} from '../../records/recordings/stored-frames.ts';

async function* bytesOf(files: SignalSource['files'], frames: StoredFrames, file: EdfFrames) {
  yield file.header;
  const step = stretchSamples(frames.leads.length, file.record_samples);
  for await (const stretch of readFrames(files, frames, step)) yield file.encode(stretch);
}

export function edfReply({ files }: SignalSource, recording: ExportedRecording): BinaryReply {
  const { frames, marks, hn_id, patient, clock_ms } = recording;
  const { leads, samples, sampling_hz } = frames;
  const file = edfFromFrames({
    start_ms: clock_ms,
    sampling_hz,
    samples,
    leads,
    marks: markNotes(
      marks,
      sampling_hz,
      leads.map(({ label }) => label),
    ),
    identity: { patient, code: hn_id },
  });
  return {
    body: Readable.from(bytesOf(files, frames, file), { objectMode: false }),
    size_bytes: file.bytes,
    filename: `${hn_id}.edf`,
  };
}
