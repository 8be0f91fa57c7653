/** The pages of a report: the signal of its strips read and filtered for the eye, drawn, and set by Typst. */
import { readFile } from 'node:fs/promises';
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import { NO_SIGNAL } from '@rhythmdesk/ecg/formats/trace-data';
import { filterForDisplay, warmUpSeconds } from '@rhythmdesk/ecg/signal/display-filter';
import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { storedLeads, storedPyramid } from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readStretch } from '../../records/recordings/stored-frames.ts';
import { typeset } from '../../platform/pdf/typeset.ts';
import { printedPages } from './printed-pages.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { mmPerSecond, mostRows, paperMm, type DrawnStrip } from './strip-drawing.ts';

type Strip = ReportDocument['figures']['strips'][number];
type Recording = typeof recordings.$inferSelect;

/** Leads that are printed below one another; a recording of twelve shows its first. */
const mostLeads = 3;
const longestS = (mostRows * paperMm) / mmPerSecond;

async function readRecording(db: Db, case_id: number): Promise<Recording> {
  const [row] = await db.select().from(recordings).where(eq(recordings.case_id, case_id));
  if (row === undefined) throw new Refusal('report/no-analysis');
  if (row.purged_at !== null) throw new Refusal('recording/purged');
  return row;
}

async function signalsOf(files: FileStore, row: Recording, strip: Strip): Promise<DrawnStrip> {
  const { samples, sampling_hz, trace_sha256 } = row;
  const leads = storedLeads.parse(row.leads);
  const around = Math.ceil(warmUpSeconds * sampling_hz);
  const first_sample = Math.max(0, strip.start_sample - around);
  const longest = strip.start_sample + Math.round(longestS * sampling_hz);
  const to = Math.min(samples, longest, strip.end_sample + around);
  const { header_bytes } = storedPyramid.parse(row.pyramid);
  const words = await readStretch(files, { trace_sha256, header_bytes, leads }, first_sample, to);
  const signals = leads.slice(0, mostLeads).map(({ label, gain_uv_per_lsb, zero_lsb }, lead) => {
    const raw = Float32Array.from({ length: to - first_sample }, (_, i) => {
      const word = words[leads.length * i + lead] ?? NO_SIGNAL;
      return word === NO_SIGNAL ? Number.NaN : (word - zero_lsb) * gain_uv_per_lsb;
    });
    return { label, values: filterForDisplay(raw, 'band', sampling_hz) };
  });
  return { strip, sampling_hz, first_sample, signals };
}

const templateFile = new URL('./report-document.typ', import.meta.url);

export async function printReport(
  { db, files }: Pick<ReportDependencies, 'db' | 'files'>,
  document: ReportDocument,
  signal?: AbortSignal,
): Promise<Buffer> {
  const { strips } = document.figures;
  const drawn: DrawnStrip[] = [];
  if (strips.length > 0) {
    const row = await readRecording(db, document.case.case_id);
    for (const strip of strips) drawn.push(await signalsOf(files, row, strip));
  }
  const data = printedPages(document, drawn);
  return typeset(await readFile(templateFile, 'utf8'), data, document.language, signal);
}
