/** Computes the report figures of a case's current reading in the thread of readings. */
import { analysisCriteria } from '@rhythmdesk/contract/analysis';
import type { ReportFigures } from '@rhythmdesk/contract/report-document';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { analyses } from '../../platform/db/schema/analysis.ts';
import { storedEvents, storedLeads } from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { localMidnights } from '../../records/recordings/local-midnights.ts';
import type { ReportSource } from './reading-message.ts';
import { baseOf, lastSequence, wholeLog } from '../../records/readings/reading-log.ts';
import type { ReadingThread } from './reading-thread.ts';
import { tracePlaceOf } from '../../records/recordings/trace-place-of.ts';

async function sourceOf(db: Db, case_id: number, version: number): Promise<ReportSource | null> {
  const [found] = await db
    .select({
      criteria: analyses.criteria,
      engine_version: analyses.engine_version,
      recording: recordings,
    })
    .from(analyses)
    .innerJoin(recordings, eq(recordings.case_id, analyses.case_id))
    .where(and(eq(analyses.case_id, case_id), eq(analyses.analysis_version, version)));
  if (found === undefined) return null;
  const { start_ms, sampling_hz, purged_at, ...row } = found.recording;
  return {
    criteria: analysisCriteria.parse(found.criteria),
    engine_version: found.engine_version,
    midnights_s: await localMidnights(db, case_id),
    events: storedEvents
      .parse(row.events)
      .map(({ time }) => Math.round(((Date.parse(time) - start_ms) * sampling_hz) / 1000)),
    signal:
      purged_at === null
        ? {
            ...tracePlaceOf(row),
            leads: storedLeads
              .parse(row.leads)
              .map(({ gain_uv_per_lsb, zero_lsb }) => ({ gain_uv_per_lsb, zero_lsb })),
          }
        : null,
  };
}

type Found = { readonly analysis_version: number; readonly figures: ReportFigures };

/** Returns the figures; null if no analysis has succeeded. */
export async function readReportFigures(
  { db, thread }: { readonly db: Db; readonly thread: ReadingThread },
  case_id: number,
): Promise<Found | null> {
  const base = await baseOf(db, case_id);
  const source = base === null ? null : await sourceOf(db, case_id, base.analysis_version);
  if (base === null || source === null) return null;
  const order = {
    reading_id: case_id,
    base: base.files,
    head: await lastSequence(db, { case_id }),
    log: (after: number) => wholeLog(db, { case_id }, after),
  };
  const figures = await thread.reportFigures(order, source);
  return { analysis_version: base.analysis_version, figures };
}
