/**
 * Prints the pages of a report: reads and filters the signal of its strips, draws them, and sets the pages with Typst.
 */
import { readFile } from 'node:fs/promises';
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { filterForDisplay, warmUpSeconds } from '@rhythmdesk/ecg/signal/display-filter';
import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { storedLeads } from '../../platform/db/schema/recording-shapes.ts';
import { reportLogos } from '../../platform/db/schema/report-logos.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readStretch } from '../../records/recordings/stored-frames.ts';
import { typeset } from '../../platform/pdf/typeset.ts';
import { printedPages, type PrintedLogo } from './printed-pages.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { type DrawnStrip, stretchesOf } from './strip-layout.ts';
import { tracePlaceOf } from '../../records/recordings/trace-place-of.ts';

type Strip = ReportDocument['figures']['strips'][number];
type Recording = typeof recordings.$inferSelect;

async function readRecording(db: Db, case_id: number): Promise<Recording> {
  const [row] = await db.select().from(recordings).where(eq(recordings.case_id, case_id));
  if (row === undefined) throw new Refusal('report/no-analysis');
  if (row.purged_at !== null) throw new Refusal('recording/purged');
  return row;
}

async function signalsOf(files: FileStore, row: Recording, strip: Strip): Promise<DrawnStrip> {
  const { samples, sampling_hz } = row;
  const leads = storedLeads.parse(row.leads);
  const around = Math.ceil(warmUpSeconds * sampling_hz);
  const labels = leads.map(({ label }) => label);
  const shown = stretchesOf({ strip, sampling_hz }, labels);
  const [start, end] = [shown[0]?.from ?? strip.start_sample, shown.at(-1)?.to ?? strip.end_sample];
  const first_sample = Math.max(0, start - around);
  const to = Math.max(first_sample, Math.min(samples, end + around));
  const words = await readStretch(files, { ...tracePlaceOf(row), leads }, first_sample, to);
  const signals = leads.map(({ label, gain_uv_per_lsb, zero_lsb }, lead) => {
    const raw = Float32Array.from({ length: to - first_sample }, (_, i) => {
      const word = words[leads.length * i + lead] ?? NO_SIGNAL;
      return word === NO_SIGNAL ? Number.NaN : (word - zero_lsb) * gain_uv_per_lsb;
    });
    return { label, raw, values: filterForDisplay(raw, 'band', sampling_hz) };
  });
  return { strip, sampling_hz, first_sample, signals };
}

/** The logo has the height of the letterhead unless it would become too wide. */
const logoMm = { height: 13, width: 48 } as const;

export async function logoOf(db: Db, { letterhead }: ReportDocument): Promise<PrintedLogo | null> {
  const sha256 = letterhead?.logo ?? null;
  if (sha256 === null) return null;
  const [row] = await db.select().from(reportLogos).where(eq(reportLogos.sha256, sha256));
  if (row === undefined) throw new Error(`logo ${sha256} is not kept`);
  const { width_px, height_px, png } = row;
  const scale = Math.min(logoMm.height / height_px, logoMm.width / width_px);
  const size = `width="${String(width_px)}" height="${String(height_px)}"`;
  const picture = `<image ${size} href="data:image/png;base64,${png.toString('base64')}"/>`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${picture}</svg>`,
    width_mm: scale * width_px,
    height_mm: scale * height_px,
  };
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
  const data = printedPages(document, drawn, await logoOf(db, document));
  return typeset(await readFile(templateFile, 'utf8'), data, document.language, signal);
}
