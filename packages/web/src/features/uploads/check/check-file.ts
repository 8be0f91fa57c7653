/**
 * Checks one zip before it is sent: its contents, and the first reason to refuse it. Recordings in other formats are
 * checked as the zips that they became.
 *
 * Invariants: never more than a few megabytes of the file are in memory; a refused file still shows what could be read
 * of it; the reasons are those of the recording format, in the order in which the server would find them.
 */
import { csvMaxBytes } from '@rhythmdesk/ecg/formats/csv-table';
import { parseEventsCsv } from '@rhythmdesk/ecg/formats/events-csv';
import type { Parsed } from '@rhythmdesk/ecg/formats/parsed';
import { parseSummaryCsv } from '@rhythmdesk/ecg/formats/summary-csv';
import { parseTraceHeader, traceHeaderMaxBytes, type TraceHeader } from '@rhythmdesk/ecg/formats/trace-data';
import { parseTraceViewHeader, traceViewHeaderBytes } from '@rhythmdesk/ecg/formats/trace-view-data';
import {
  CheckRefusal,
  filesAs,
  refusedResult,
  type CheckFault,
  type CheckResult,
  type Preview,
} from './check-result.ts';
import { fingerprintOf } from './fingerprint.ts';
import { formatRefusal } from './format-reason.ts';
import { countOverview, type OverviewCount } from './overview-coverage.ts';
import { sortEntries, type RecordingFile } from '@rhythmdesk/domain/case/recording-files';
import { listEntries, readRange, streamEntry, type ZipEntry } from './zip-entries.ts';

const previewSeconds = 15;
/** A recording whose electrodes are attached later is shown from its first signal, if that is near. */
const furthestPreviewBytes = 64 * 2 ** 20;

type Entries = ReadonlyMap<RecordingFile, ZipEntry>;

function valueOr<Value>(read: Parsed<Value>, entry: ZipEntry): Value {
  if (read.ok) return read.value;
  throw formatRefusal(read, entry.name);
}

async function readHeader(zip: Blob, entries: Entries): Promise<TraceHeader | null> {
  const entry = entries.get('TraceData.dat');
  if (entry === undefined) return null;
  return valueOr(
    parseTraceHeader(await readRange(zip, entry, 0, traceHeaderMaxBytes), entry.size_bytes),
    entry,
  );
}

type Overview = { readonly count: OverviewCount; readonly samples_per_bucket: number };

async function readOverview(zip: Blob, entries: Entries, header: TraceHeader): Promise<Overview | null> {
  const entry = entries.get('TraceViewData.dat');
  if (entry === undefined) return null;
  const head = await readRange(zip, entry, 0, traceViewHeaderBytes);
  const trace = { leads: header.leads.length, samples: header.samples };
  const view = valueOr(parseTraceViewHeader(head, entry.size_bytes, trace), entry);
  const count = countOverview(view);
  await streamEntry(zip, entry, (piece) => {
    count.push(piece);
    return true;
  });
  return { count, samples_per_bucket: view.samples_per_bucket };
}

async function checkTables(zip: Blob, entries: Entries): Promise<void> {
  const readers = { 'SummaryData.csv': parseSummaryCsv, 'Events.csv': parseEventsCsv } as const;
  for (const file of ['SummaryData.csv', 'Events.csv'] as const) {
    const entry = entries.get(file);
    if (entry === undefined) continue;
    if (entry.size_bytes > csvMaxBytes) throw new CheckRefusal('table-size', entry.name);
    valueOr<unknown>(readers[file](await readRange(zip, entry, 0, entry.size_bytes)), entry);
  }
}

async function checkPdfs(zip: Blob, entries: Entries): Promise<void> {
  for (const file of ['Report.pdf', 'Order.pdf'] as const) {
    const entry = entries.get(file);
    if (entry === undefined) continue;
    const head = new TextDecoder('latin1').decode(await readRange(zip, entry, 0, 1024));
    if (!head.includes('%PDF-')) throw new CheckRefusal('pdf', entry.name);
  }
}

/** Returns the preview: the lead with the most signal, from its first signal on. */
async function readPreview(
  zip: Blob,
  entries: Entries,
  header: TraceHeader,
  overview: Overview | null,
): Promise<Preview | null> {
  const entry = entries.get('TraceData.dat');
  const shares = overview?.count.leadShares() ?? [1];
  const at = shares.indexOf(Math.max(...shares));
  const lead = header.leads[at];
  if (entry === undefined || lead === undefined) return null;
  const frameBytes = 2 * header.leads.length;
  const firstSample = (overview?.count.firstSignal() ?? 0) * (overview?.samples_per_bucket ?? 0);
  const isNear = !entry.deflated || firstSample * frameBytes < furthestPreviewBytes;
  const first = isNear ? Math.min(firstSample, header.samples - 1) : 0;
  const from = header.header_bytes + first * frameBytes;
  const frames = Math.min(Math.ceil(previewSeconds * header.sampling_hz), header.samples - first);
  const bytes = await readRange(zip, entry, from, from + frames * frameBytes);
  const view = new DataView(bytes.buffer);
  const samples = Int16Array.from({ length: frames }, (_, frame) =>
    view.getInt16(frame * frameBytes + 2 * at, true),
  );
  return { samples, start_ms: header.start_ms + (first / header.sampling_hz) * 1000, lead };
}

type Found = { -readonly [Key in 'facts' | 'coverage' | 'preview']: CheckResult[Key] };

function factsOf(header: TraceHeader, overview: Overview | null): CheckResult['facts'] {
  const { hn_id, start_ms, samples, sampling_hz, leads } = header;
  const shares = overview?.count.leadShares();
  return {
    hn_id,
    start_ms,
    duration_ms: (samples / sampling_hz) * 1000,
    sampling_hz,
    leads: leads.map(({ label }, lead) => ({ label, signal_share: shares?.[lead] ?? null })),
  };
}

async function readSignal(zip: Blob, entries: Entries, found: Found): Promise<void> {
  const header = await readHeader(zip, entries);
  if (header === null) return;
  found.facts = factsOf(header, null);
  const overview = await readOverview(zip, entries, header);
  found.facts = factsOf(header, overview);
  found.coverage = overview?.count.coverage() ?? null;
  found.preview = await readPreview(zip, entries, header, overview);
}

async function firstFault(steps: readonly (() => Promise<void>)[]): Promise<CheckFault | null> {
  let fault: CheckFault | null = null;
  for (const step of steps) {
    try {
      await step();
    } catch (thrown) {
      if (!(thrown instanceof CheckRefusal)) throw thrown;
      fault ??= thrown.fault;
    }
  }
  return fault;
}

async function checkZip(zip: Blob, fingerprint: string): Promise<CheckResult> {
  const { found: entries, fault: nameFault } = sortEntries(await listEntries(zip));
  const found: Found = { facts: null, coverage: null, preview: null };
  const content = await firstFault([
    () => checkTables(zip, entries),
    () => checkPdfs(zip, entries),
    () => readSignal(zip, entries, found),
  ]);
  const named = nameFault && new CheckRefusal(nameFault.fault, nameFault.entry).fault;
  const fault = named ?? content;
  const files = filesAs((file) => {
    const entry = entries.get(file);
    if (entry === undefined) return 'missing';
    return fault?.entry === entry.name ? 'bad' : 'sound';
  });
  return { fault, files, ...found, fingerprint };
}

export async function checkFile(file: File): Promise<CheckResult> {
  const fingerprint = await fingerprintOf(file);
  if (file.size === 0) return refusedResult(new CheckRefusal('empty').fault, fingerprint);
  try {
    return await checkZip(file, fingerprint);
  } catch (thrown) {
    if (thrown instanceof CheckRefusal) return refusedResult(thrown.fault, fingerprint);
    throw thrown;
  }
}
