/**
 * Exports a recording as one EDF+ file; its length is known before its first byte. Beats are notes only on request:
 * many programs need minutes to open a hundred thousand notes.
 */
import { Readable } from 'node:stream';
import { edfFromFrames, type EdfFrames } from '@rhythmdesk/ecg/formats/edf-frames';
import { markNotes, type RecordingMarks } from '@rhythmdesk/ecg/formats/marked-recording';
import type { BinaryReply } from '../../platform/http/handler.ts';
import type { ExportedRecording } from './exported-recording.ts';
import type { ZipPart } from '../../platform/files/stream-zip.ts';
import { gapsBySignal } from './gaps-by-signal.ts';
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

type EdfChoice = {
  readonly marks: RecordingMarks;
  readonly name: string;
  /** Records without a signal are written too. */
  readonly inOnePiece?: boolean;
};

async function edfFile(
  { files }: SignalSource,
  recording: ExportedRecording,
  { marks: listed, inOnePiece = false }: Omit<EdfChoice, 'name'>,
): Promise<{ readonly file: EdfFrames; readonly bytes: () => AsyncIterable<Uint8Array> }> {
  const { frames, hn_id, patient, clock_ms } = recording;
  const marks = { ...listed, ...(await gapsBySignal({ files }, frames, listed.gaps)) };
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
    gaps: marks.gaps,
    discontinuous: !inOnePiece,
    identity: { patient, code: hn_id },
  });
  return { file, bytes: () => bytesOf(files, frames, file) };
}

async function edfReply(
  source: SignalSource,
  recording: ExportedRecording,
  { name, ...choice }: EdfChoice,
): Promise<BinaryReply> {
  const { file, bytes } = await edfFile(source, recording, choice);
  return {
    body: Readable.from(bytes(), { objectMode: false }),
    size_bytes: file.bytes,
    filename: `${name}.edf`,
  };
}

const wideBytes = 2 ** 32 - 2 ** 20;

/** Returns the recording with its episodes as one EDF+ file of a zip, named after its HN ID. */
export async function edfPart(source: SignalSource, recording: ExportedRecording): Promise<ZipPart> {
  const marks = withoutBeats(recording);
  const { file, bytes } = await edfFile(source, recording, { marks });
  return { name: `${recording.hn_id}.edf`, level: 1, zip64: file.bytes > wideBytes, bytes };
}

type Reply = (source: SignalSource, recording: ExportedRecording) => Promise<BinaryReply>;

const withoutBeats = ({ marks }: ExportedRecording): RecordingMarks => ({ ...marks, beats: null });

export const edfWithoutBeats: Reply = (source, recording) =>
  edfReply(source, recording, { marks: withoutBeats(recording), name: recording.hn_id });

/** For programs that refuse a discontinuous file, such as those on EDFlib, or ignore the times of its records. */
export const edfInOnePiece: Reply = (source, recording) =>
  edfReply(source, recording, {
    marks: withoutBeats(recording),
    name: `${recording.hn_id}-continuous`,
    inOnePiece: true,
  });

export const edfWithBeats: Reply = (source, recording) =>
  edfReply(source, recording, { marks: recording.marks, name: `${recording.hn_id}-beats` });
