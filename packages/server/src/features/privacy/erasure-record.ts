/** Reads the protocols of erasures. */
import type { PatientErasure } from '@rhythmdesk/contract/privacy';
import { erasedKinds } from '@rhythmdesk/domain/privacy/erasure';
import { desc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { caseErasures, patientErasures } from '../../platform/db/schema/erasures.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';

const mostListed = 200;

type CaseErasure = typeof caseErasures.$inferSelect;

/** Returns the sums of the cases by kind. */
function sumsOf(rows: readonly CaseErasure[]): PatientErasure['erased'] {
  return erasedKinds.map((kind) => ({
    kind,
    count: rows.reduce((sum, { counts }) => sum + (counts[kind] ?? 0), 0),
  }));
}

const lastDay = (rows: readonly CaseErasure[]): string | null =>
  rows
    .flatMap(({ report_until }) => report_until ?? [])
    .toSorted()
    .at(-1) ?? null;

export async function readErasures(db: Queryable, erasure_id?: number): Promise<PatientErasure[]> {
  const found = await db
    .select({ erasure: patientErasures, hospital_name: userGroups.name, requested_by: users.name })
    .from(patientErasures)
    .innerJoin(userGroups, eq(userGroups.id, patientErasures.hospital_id))
    .innerJoin(users, eq(users.id, patientErasures.requested_by))
    .where(erasure_id === undefined ? undefined : eq(patientErasures.erasure_id, erasure_id))
    .orderBy(desc(patientErasures.erasure_id))
    .limit(mostListed);
  if (found.length === 0) return [];
  const ids = found.map(({ erasure }) => erasure.erasure_id);
  const done = await db.select().from(caseErasures).where(inArray(caseErasures.erasure_id, ids));
  return found.map(({ erasure, ...names }) => {
    const rows = done.filter((row) => row.erasure_id === erasure.erasure_id);
    return {
      ...names,
      erasure_id: erasure.erasure_id,
      pseudonym: erasure.pseudonym,
      reason: erasure.reason,
      requested_at: erasure.requested_at.toISOString(),
      finished_at: erasure.finished_at?.toISOString() ?? null,
      cases: erasure.case_ids.length,
      cases_erased: rows.length,
      files_removed: erasure.files_removed,
      report_until: lastDay(rows),
      erased: sumsOf(rows),
    };
  });
}

export const countErasures = (db: Queryable): Promise<number> => db.$count(patientErasures);
