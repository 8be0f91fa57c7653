/** Exports a recording as one DICOM waveform; its length is known before its first byte. */
import { Readable } from 'node:stream';
import { writeDicom } from '../../platform/dicom/dicom-writer.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { waveformBytes, waveformObject } from '../../records/dicom/waveform-object.ts';
import {
  readFrames,
  stretchSamples,
  type SignalSource,
  type StoredFrames,
} from '../../records/recordings/stored-frames.ts';
import type { ExportedRecording } from './exported-recording.ts';

async function* bytesOf(files: SignalSource['files'], head: Buffer, frames: StoredFrames) {
  yield head;
  for await (const stretch of readFrames(files, frames, stretchSamples(frames.leads.length)))
    yield new Uint8Array(stretch.buffer, stretch.byteOffset, stretch.byteLength);
}

/** The object names its patient, so a caller who sees the patient masked does not get it. */
export function dicomReply({ files }: SignalSource, recording: ExportedRecording): BinaryReply {
  const { study, recording_id, start_ms, frames, hn_id } = recording;
  if (study === null) throw new Refusal('case/not-yours');
  const { samples, sampling_hz, leads } = frames;
  const head = writeDicom(waveformObject({ ...study, recording_id, start_ms, samples, sampling_hz, leads }));
  return {
    body: Readable.from(bytesOf(files, head, frames), { objectMode: false }),
    size_bytes: head.length + waveformBytes(frames),
    media_type: 'application/dicom',
    filename: `${hn_id}-ecg.dcm`,
  };
}
