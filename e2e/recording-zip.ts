/** Makes the zip that a device would send, from a known recording, with the writers of the format. */
import { encodeSummaryCsv } from '@rhythmdesk/ecg/formats/summary-csv';
import { encodeTraceHeader } from '@rhythmdesk/ecg/formats/trace-data';
import { encodeTraceViewHeader } from '@rhythmdesk/ecg/formats/trace-view-data';
import { OverviewMaker } from '@rhythmdesk/ecg/pyramid/overview';
import { DeviceSummary } from '@rhythmdesk/ecg/synth/device-summary';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import type { KnownRecording } from './known-recordings.ts';

export type RecordingFile = 'Report.pdf' | 'TraceData.dat' | 'TraceViewData.dat' | 'SummaryData.csv';
export type ChosenFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

export type Sent = { readonly hn_id: string; readonly start_ms: number };

const bytesOf = (words: Int16Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

function traceFile(
  { frames, leads, sampling_hz, samples }: KnownRecording,
  { hn_id, start_ms }: Sent,
): Buffer {
  const header = encodeTraceHeader({ leads, hn_id, start_ms, sampling_hz, samples });
  return Buffer.concat([header, bytesOf(frames)]);
}

function traceViewFile({ frames, leads, samples }: KnownRecording): Buffer {
  const samples_per_bucket = 180;
  const buckets = Math.ceil(samples / samples_per_bucket);
  const parts: Uint8Array[] = [encodeTraceViewHeader({ leads: leads.length, samples_per_bucket, buckets })];
  const maker = new OverviewMaker(leads.length, samples_per_bucket, 'frames', (pairs) => {
    parts.push(bytesOf(pairs.slice()));
  });
  maker.addFrames(frames, 0, samples);
  maker.finish();
  return Buffer.concat(parts);
}

function summaryFile({ beats, sampling_hz, samples }: KnownRecording, { start_ms }: Sent): Uint8Array {
  const summary = new DeviceSummary({ start_ms, sampling_hz, samples });
  for (const { sample, beat_class } of beats) summary.beat(sample, beat_class);
  return encodeSummaryCsv(summary.rows());
}

/** Makes one page of A4 with one line in Helvetica (ISO 32000-1, 7.5). */
function onePagePdf(line: string): Buffer {
  const drawn = `BT /F1 18 Tf 72 760 Td (${line.replaceAll(/[()\\]/g, '')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${String(drawn.length)} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = String(objects.length + 1);
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${String(text.length)}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

/** `leaveOut` makes an invalid zip; `level` 0 stores it without compression, so that it is as large as its signal. */
export async function recordingZip(
  recording: KnownRecording,
  sent: Sent,
  { leaveOut, level = 6 }: { leaveOut?: RecordingFile; level?: number } = {},
): Promise<ChosenFile> {
  const files: Record<RecordingFile, Uint8Array> = {
    'Report.pdf': onePagePdf(`Device report of ${sent.hn_id}, ${recording.source}`),
    'TraceData.dat': traceFile(recording, sent),
    'TraceViewData.dat': traceViewFile(recording),
    'SummaryData.csv': summaryFile(recording, sent),
  };
  const zip = new ZipWriter(new Uint8ArrayWriter(), { level, useWebWorkers: false });
  for (const [name, bytes] of Object.entries(files)) {
    if (name !== leaveOut) await zip.add(name, new Uint8ArrayReader(bytes));
  }
  return { name: `${sent.hn_id}.zip`, mimeType: 'application/zip', buffer: Buffer.from(await zip.close()) };
}
