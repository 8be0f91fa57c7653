/**
 * Writes a recording as the zip that a device would send: for imports of foreign formats, demos and tests. The signal
 * is held in memory, so this is for recordings of hours, not of weeks.
 */
import { encodeEventsCsv, type PatientEvent } from '@rhythmdesk/ecg/formats/events-csv';
import { encodeRecordSheet } from '@rhythmdesk/ecg/formats/record-sheet';
import { encodeSummaryCsv, type SummaryRow } from '@rhythmdesk/ecg/formats/summary-csv';
import { encodeTraceHeader, type TraceLead } from '@rhythmdesk/ecg/formats/trace-data';
import { overviewBucket } from '@rhythmdesk/ecg/formats/trace-view-data';
import { encodeTraceView } from '@rhythmdesk/ecg/pyramid/overview-file';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';

export type WholeRecording = {
  /** In its stored form. */
  readonly hn_id: string;
  readonly start_ms: number;
  readonly sampling_hz: number;
  readonly leads: readonly TraceLead[];
  /** Interleaved, one frame of all leads per sampling instant. */
  readonly frames: Int16Array;
  readonly hours: readonly SummaryRow[];
  readonly events?: readonly PatientEvent[];
  /** Lines of the record sheet that replaces the report. */
  readonly report: readonly string[];
};

export type NamedBytes = { readonly name: string; readonly bytes: Uint8Array };

const bytesOf = (words: Int16Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

export function traceFile({ frames, leads, hn_id, start_ms, sampling_hz }: WholeRecording): Buffer {
  const samples = frames.length / leads.length;
  const header = encodeTraceHeader({ leads, hn_id, start_ms, sampling_hz, samples });
  return Buffer.concat([header, bytesOf(frames)]);
}

function traceViewFile({ frames, leads, sampling_hz }: WholeRecording): Uint8Array {
  return encodeTraceView(frames, leads.length, overviewBucket(sampling_hz));
}

/** Returns the files of the zip in their order. */
export async function recordingFiles(recording: WholeRecording): Promise<NamedBytes[]> {
  const files: NamedBytes[] = [
    { name: 'Report.pdf', bytes: encodeRecordSheet(recording.report) },
    { name: 'SummaryData.csv', bytes: encodeSummaryCsv(recording.hours) },
    { name: 'TraceViewData.dat', bytes: traceViewFile(recording) },
    { name: 'TraceData.dat', bytes: traceFile(recording) },
  ];
  const { events } = recording;
  return events === undefined ? files : [...files, { name: 'Events.csv', bytes: encodeEventsCsv(events) }];
}

export async function packZip(files: readonly NamedBytes[]): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { level: 6, useWebWorkers: false });
  for (const { name, bytes } of files) await zip.add(name, new Uint8ArrayReader(bytes));
  return Buffer.from(await zip.close());
}

export async function recordingZip(recording: WholeRecording): Promise<Buffer> {
  return packZip(await recordingFiles(recording));
}
