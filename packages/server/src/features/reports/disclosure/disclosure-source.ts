/**
 * Creates the full disclosure of a case: every second of one lead on pages, with the beats of the reading. As with the
 * report in progress, only users of the center who may see the case's report and open its recording get it.
 */
import { analysisCriteria } from '@rhythmdesk/contract/analysis';
import type { reportRoutes } from '@rhythmdesk/contract/reports';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { and, eq } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { analyses } from '../../../platform/db/schema/analysis.ts';
import { storedLeads } from '../../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../../platform/db/schema/recordings.ts';
import type { Asking } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { openReport } from '../../../records/cases/open-report.ts';
import { baseOf, wholeLog } from '../../../records/readings/reading-log.ts';
import { openRecording } from '../../../records/recordings/open-recording.ts';
import { layoutOf } from './disclosure-layout.ts';
import type { DisclosureOrder } from './disclosure-message.ts';
import type { DisclosureHead } from './disclosure-pages.ts';
import { streamDisclosure, type DisclosurePiece } from './stream-disclosure.ts';
import { tracePlaceOf } from '../../../records/recordings/trace-place-of.ts';

export type DisclosureDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly files_folder: string;
};

type Input = ParsedOf<typeof reportRoutes.fullDisclosure>;
type DisclosureQuery = { readonly caller: Asking; readonly input: Input; readonly language: Language };

/** Returns the reading in its state when the work begins. */
async function readingParts(db: Db, case_id: number): Promise<Pick<DisclosureOrder, 'reading' | 'figures'>> {
  const base = await baseOf(db, case_id);
  if (base === null) throw new Refusal('report/no-analysis');
  const [row] = await db
    .select({ criteria: analyses.criteria, engine_version: analyses.engine_version })
    .from(analyses)
    .where(and(eq(analyses.case_id, case_id), eq(analyses.analysis_version, base.analysis_version)));
  if (row === undefined) throw new Refusal('report/no-analysis');
  const { engine_version } = row;
  return {
    reading: { base: base.files, log: await wholeLog(db, { case_id }, 0) },
    figures: { criteria: analysisCriteria.parse(row.criteria), engine_version },
  };
}

async function recordingOf(db: Db, case_id: number) {
  const [row] = await db.select().from(recordings).where(eq(recordings.case_id, case_id));
  if (row === undefined) throw new Refusal('report/no-analysis');
  if (row.purged_at !== null) throw new Refusal('recording/purged');
  const { start_ms, samples, sampling_hz, synthetic } = row;
  const leads = storedLeads.parse(row.leads);
  return { start_ms, synthetic, frames: { ...tracePlaceOf(row), samples, sampling_hz, leads } };
}

export type DisclosureSource = {
  readonly filename: string;
  readonly media_type: 'application/pdf';
  readonly total: number;
  readonly case_ids: readonly number[];
  readonly pieces: (signal: AbortSignal) => AsyncIterable<DisclosurePiece>;
};

export async function disclosureSource(
  { db, clock, files_folder }: DisclosureDependencies,
  { caller, input, language: readers }: DisclosureQuery,
): Promise<DisclosureSource> {
  const { case_id, minutes, lead, language = readers } = input;
  const record = await openReport(db, caller, case_id);
  await openRecording(db, caller, case_id);
  const { start_ms, synthetic, frames } = await recordingOf(db, case_id);
  const named = frames.leads[lead];
  if (named === undefined) throw new Refusal('input/invalid', { fields: { lead: 'refusal.input.invalid' } });
  const layout = layoutOf(minutes, start_ms, start_ms + (1000 * frames.samples) / frames.sampling_hz);
  const parts = await readingParts(db, case_id);
  const order = { files_folder, layout, offset_ms: start_ms - layout.first_ms, frames, lead, ...parts };
  const head: DisclosureHead = {
    ...{ record, language, lead: named.label, start_ms, synthetic, made_at: clock.now(), layout },
  };
  return {
    filename: `${record.row.hn_id}-full-disclosure.pdf`,
    media_type: 'application/pdf',
    total: layout.lines,
    case_ids: [case_id],
    pieces: (signal) => streamDisclosure(order, head, signal),
  };
}
