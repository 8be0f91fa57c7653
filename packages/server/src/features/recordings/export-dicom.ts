/** Exports a recording as one DICOM waveform; its length is known before its first byte. */
import { Readable } from 'node:stream';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { waveformFile } from '../../records/dicom/waveform-file.ts';
import type { SignalSource } from '../../records/recordings/stored-frames.ts';
import type { ExportedRecording } from './exported-recording.ts';

/** The object names its patient, so a caller who sees the patient masked does not get it. */
export function dicomReply({ files }: SignalSource, recording: ExportedRecording): BinaryReply {
  const { study, recording_id, start_ms, frames, hn_id } = recording;
  if (study === null) throw new Refusal('case/not-yours');
  const file = waveformFile({ files, study, frames, start_ms }, { of: 'recording', recording_id });
  return {
    body: Readable.from(file.bytes(), { objectMode: false }),
    size_bytes: file.size_bytes,
    media_type: 'application/dicom',
    filename: `${hn_id}-ecg.dcm`,
  };
}
