/** Reads the stored analyses of a case. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { analyses } from '../../platform/db/schema/analysis.ts';

export type AnalysisRow = typeof analyses.$inferSelect;

export async function latestRow(db: Queryable, case_id: number): Promise<AnalysisRow | null> {
  const [row] = await db
    .select()
    .from(analyses)
    .where(eq(analyses.case_id, case_id))
    .orderBy(desc(analyses.analysis_version))
    .limit(1);
  return row ?? null;
}

/** Returns the version with this number, successful or not. */
export async function versionRow(
  db: Queryable,
  case_id: number,
  version: number,
): Promise<AnalysisRow | null> {
  const [row] = await db
    .select()
    .from(analyses)
    .where(and(eq(analyses.case_id, case_id), eq(analyses.analysis_version, version)));
  return row ?? null;
}

/** Returns the newest successful version, or the one with this number. */
export async function doneRow(db: Queryable, case_id: number, version?: number): Promise<AnalysisRow | null> {
  const [row] = await db
    .select()
    .from(analyses)
    .where(
      sql`${analyses.case_id} = ${case_id} and ${analyses.state} = 'done' and (${version ?? null}::int is null
        or ${analyses.analysis_version} = ${version ?? null}::int)`,
    )
    .orderBy(desc(analyses.analysis_version))
    .limit(1);
  return row ?? null;
}
