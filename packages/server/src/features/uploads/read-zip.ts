/**
 * Reads a recording zip: checks every entry, stores the files and builds the pyramid. It does not touch the database;
 * files of a zip that is refused later are named by no row, and the sweep removes them.
 */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { csvMaxBytes } from '@rhythmdesk/ecg/formats/csv-table';
import { parseEventsCsv } from '@rhythmdesk/ecg/formats/events-csv';
import { parseSummaryCsv } from '@rhythmdesk/ecg/formats/summary-csv';
import { traceFileBytes } from '@rhythmdesk/ecg/formats/trace-data';
import type { LeadGaps } from '@rhythmdesk/ecg/pyramid/gap-list';
import { pdfLimitBytes } from '@rhythmdesk/domain/case/recording-files';
import { topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { rateSparkline } from '@rhythmdesk/ecg/pyramid/rate-sparkline';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import {
  FileFault,
  hasRoom,
  writeBytes,
  type FileStore,
  type StoredFile,
} from '../../platform/files/file-store.ts';
import { keepFloor } from '../../platform/files/keep-floor.ts';
import type { PdfFault } from '../../platform/files/judge-pdf.ts';
import { pdfFault } from '../../platform/files/pdf-check.ts';
import { entryBytes, wholeEntry } from './entry-bytes.ts';
import type { ReadFile, ReadOrder, ReadRecording } from './ingest-message.ts';
import { findRecording, type RecordingEntries } from './recording-entries.ts';
import { analysableShare, figuresOf, manifestHours } from './summary-figures.ts';
import { passTrace, type SignalEntry, type TracePass } from './trace-pass.ts';
import { UploadRefusal, valueOr } from './upload-refusal.ts';
import { openZip, type ZipEntry, type ZipFile } from './zip-file.ts';

const pdfCodes = {
  'not-a-pdf': 'upload/pdf-magic',
  'no-pages': 'upload/pdf-pages',
  encrypted: 'upload/pdf-encrypted',
} as const satisfies Record<PdfFault, RefusalCode>;

type Order = Pick<ReadOrder, 'hn_id' | 'limits'>;

/** Reads the small files completely. */
async function readSmall(zip: ZipFile, entries: RecordingEntries, { limits }: Order) {
  const read = (entry: ZipEntry, maxBytes: number) => wholeEntry(zip.handle, entry, limits.ratio, maxBytes);
  const pdf = async (entry: ZipEntry): Promise<Buffer> => {
    const bytes = await read(entry, pdfLimitBytes);
    const fault = await pdfFault(bytes);
    if (fault !== null) throw new UploadRefusal(pdfCodes[fault], entry.name);
    return bytes;
  };
  const summary = await read(entries['SummaryData.csv'], csvMaxBytes);
  const hours = valueOr(parseSummaryCsv(summary), entries['SummaryData.csv'].name);
  const eventsEntry = entries['Events.csv'];
  const events = eventsEntry === null ? null : await read(eventsEntry, csvMaxBytes);
  const parsedEvents =
    events === null || eventsEntry === null ? [] : valueOr(parseEventsCsv(events), eventsEntry.name);
  return {
    report: await pdf(entries['Report.pdf']),
    order: entries['Order.pdf'] === null ? null : await pdf(entries['Order.pdf']),
    summary,
    hours,
    events,
    parsedEvents,
  };
}
type Small = Awaited<ReturnType<typeof readSmall>>;

const stored = (
  kind: ReadFile['kind'],
  filename: string,
  media_type: string,
  { sha256, bytes }: StoredFile,
) => ({ kind, filename, media_type, sha256, size_bytes: bytes });

async function storeSmall(files: FileStore, small: Small): Promise<ReadFile[]> {
  const rows = [
    stored('report', 'Report.pdf', 'application/pdf', await writeBytes(files, small.report)),
    stored('summary', 'SummaryData.csv', 'text/csv', await writeBytes(files, small.summary)),
  ];
  if (small.order !== null) {
    rows.push(stored('order', 'Order.pdf', 'application/pdf', await writeBytes(files, small.order)));
  }
  if (small.events !== null) {
    rows.push(stored('events', 'Events.csv', 'text/csv', await writeBytes(files, small.events)));
  }
  return rows;
}

/** A gap that all leads share is listed once, as lead −1. */
function manifestGaps(leads: readonly LeadGaps[]): RecordingManifest['gaps'] {
  const nameOf = ({ start, end }: { start: number; end: number }) => `${String(start)} ${String(end)}`;
  const counts = new Map<string, number>();
  for (const { gaps } of leads) {
    for (const gap of gaps) counts.set(nameOf(gap), (counts.get(nameOf(gap)) ?? 0) + 1);
  }
  const ofAll = (gap: { start: number; end: number }) => counts.get(nameOf(gap)) === leads.length;
  const whole = leads[0]?.gaps.filter(ofAll) ?? [];
  return [
    ...whole.map(({ start, end }): [number, number, number] => [-1, start, end]),
    ...leads.flatMap(({ gaps }, lead) =>
      gaps.filter((gap) => !ofAll(gap)).map(({ start, end }): [number, number, number] => [lead, start, end]),
    ),
  ];
}

function recordingOf(small: Small, smallFiles: ReadFile[], pass: TracePass): ReadRecording {
  const { header, facts, trace, packed, content_sha256, view, levels } = pass;
  const { start_ms, sampling_hz, samples } = header;
  const content_bytes = traceFileBytes(header.leads.length, samples);
  return {
    start_ms,
    sampling_hz,
    samples,
    leads: header.leads.map((lead, at) => ({ ...lead, signal_share: facts.signal_share[at] ?? 0 })),
    pyramid: {
      packed,
      top_level: topLevel(samples),
      level_sha256: levels.map(({ sha256 }) => sha256),
    },
    trace_sha256: trace.sha256,
    gaps: manifestGaps(facts.gaps),
    events: small.parsedEvents.map(({ time_ms, kind, note }) => ({
      time: new Date(time_ms).toISOString(),
      kind,
      note: note.replaceAll('\0', ''),
    })),
    hours: manifestHours(small.hours),
    sparkline: rateSparkline(small.hours, start_ms, samples / sampling_hz),
    analysable_share: analysableShare(small.hours, facts.signal_share),
    view_mismatches: facts.overview_mismatches ?? 0,
    figures: figuresOf(small.hours),
    files: [
      {
        ...stored('signal', 'TraceData.dat', 'application/octet-stream', trace),
        size_bytes: content_bytes,
        content_sha256,
      },
      stored('view', 'TraceViewData.dat', 'application/octet-stream', view),
      ...smallFiles,
    ],
  };
}

/**
 * The declared contents of the zip and its pyramid must fit on the disk; otherwise the reading waits. The store checks
 * again while the entries come.
 */
async function requireRoom(files: FileStore, { entries }: ZipFile, { limits }: Order): Promise<void> {
  const stated = entries.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const isRoomy = await hasRoom(files, Math.ceil(1.25 * stated), limits.disk_floor_bytes ?? 0);
  if (!isRoomy) throw new FileFault('files/no-room', 'the disk has no room for what the zip states to hold');
}

/** Returns the recording with its files in the store. Throws `UploadRefusal` for faults of the zip. */
export async function readZip(zipPath: string, store: FileStore, order: Order): Promise<ReadRecording> {
  const files = keepFloor(store, order.limits.disk_floor_bytes ?? 0);
  const zip = await openZip(zipPath, order.limits.entries);
  try {
    const entries = findRecording(zip.entries, order.limits.expanded_bytes);
    await requireRoom(files, zip, order);
    const small = await readSmall(zip, entries, order);
    const signal = (entry: ZipEntry): SignalEntry => ({ entry, bytes: entryBytes(zip.handle, entry, null) });
    const trace = signal(entries['TraceData.dat']);
    const view = signal(entries['TraceViewData.dat']);
    try {
      const pass = await passTrace(files, trace, view, order.hn_id);
      return recordingOf(small, await storeSmall(files, small), pass);
    } finally {
      await trace.bytes.return(undefined);
      await view.bytes.return(undefined);
    }
  } finally {
    await zip.handle.close();
  }
}
