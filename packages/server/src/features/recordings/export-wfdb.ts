/**
 * Exports a recording as a WFDB record in a zip: the samples as received (format 16), the header, and `.atr`. The
 * header comes after the samples, because it contains their checksum.
 */
import { FrameSums, framesHeader, markAnnotations } from '@rhythmdesk/ecg/formats/annotations-wfdb';
import { wfdbAnnotationParts } from '@rhythmdesk/ecg/formats/wfdb-annotation';
import { encodeWfdbHeader } from '@rhythmdesk/ecg/formats/wfdb-header';
import type { BinaryReply } from '../../platform/http/handler.ts';
import type { ExportedRecording } from './exported-recording.ts';
import { readFrames, stretchSamples, type SignalSource } from '../../records/recordings/stored-frames.ts';
import { streamZip, type ZipPart } from '../../platform/files/stream-zip.ts';

const wideBytes = 2 ** 32 - 2 ** 20;

/** Returns the three files of the record, named after its HN ID. */
export function wfdbParts({ files }: SignalSource, recording: ExportedRecording): ZipPart[] {
  const { frames, marks, hn_id: record, clock_ms: start_ms, summary, edits } = recording;
  const { leads, samples, sampling_hz } = frames;
  const sums = new FrameSums(leads.length);
  const signal = async function* () {
    for await (const stretch of readFrames(files, frames, stretchSamples(leads.length))) {
      sums.add(stretch);
      yield new Uint8Array(stretch.buffer, stretch.byteOffset, stretch.byteLength);
    }
  };
  const comments = [
    `Annotations: automatic analysis by Rhythmdesk, ${edits === 0 ? 'not changed by a reader' : 'changed by its readers'}`,
    summary === null ? 'Nothing was analysed yet' : `Engine: ${summary.engine_version}`,
  ];
  const header = function* () {
    yield encodeWfdbHeader(framesHeader({ record, start_ms, sampling_hz, samples, leads, comments }, sums));
  };
  const part = { level: 0, zip64: false };
  const zip64 = 2 * leads.length * samples > wideBytes;
  return [
    { ...part, name: `${record}.dat`, zip64, bytes: signal },
    { ...part, name: `${record}.hea`, bytes: header },
    {
      ...part,
      name: `${record}.atr`,
      bytes: () => wfdbAnnotationParts(markAnnotations(marks, sampling_hz)),
    },
  ];
}

export function wfdbReply(source: SignalSource, recording: ExportedRecording): BinaryReply {
  return {
    body: streamZip(wfdbParts(source, recording)),
    media_type: 'application/zip',
    filename: `${recording.hn_id}-wfdb.zip`,
  };
}
