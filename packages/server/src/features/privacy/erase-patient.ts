/**
 * Erases the cases of a request, as a job: one transaction for each case, then the stored files that no row names any
 * more, then the line in the list of erasures outside of the database.
 *
 * Invariants: running it twice, or again after a kill between two steps, leaves the same state; a case is either whole or
 * erased; the history of the case, the audit log and their anchors stay as they are.
 */
import type { Clock } from '../../platform/clock/clock.ts';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '../../platform/db/database.ts';
import { caseErasures, patientErasures } from '../../platform/db/schema/erasures.ts';
import { transact } from '../../platform/db/transact.ts';
import { lockCaseRecord, type CaseRecord } from '../../records/cases/case-record.ts';
import { authorOf, saveCase, type CaseAuthor } from '../../records/cases/save-case.ts';
import { readAsking } from '../../records/people/asking.ts';
import { reportUntil } from '@rhythmdesk/domain/privacy/erasure';
import { countErased } from './count-patient.ts';
import { addToList } from './erasure-list.ts';

export type ErasingDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly report_years: number;
  /** The list of erasures outside of the database. */
  readonly list_file: string;
  /** Removes stored files that no row names, and returns their number. */
  readonly removeFiles: (names: readonly string[]) => Promise<number>;
};

type Erasure = typeof patientErasures.$inferSelect;

const nameRow = z.object({ name: z.string() });

/** Returns the stored files of a case, also those of earlier analyses. */
async function filesOf(tx: Tx, case_id: number): Promise<string[]> {
  const { rows } = await tx.execute(sql`
    select sha256 as name from case_files where case_id = ${case_id}
    union select trace_sha256 from recordings where case_id = ${case_id}
    union select jsonb_array_elements_text(pyramid -> 'level_sha256') from recordings where case_id = ${case_id}
    union select beats_sha256 from analyses where case_id = ${case_id} and beats_sha256 is not null`);
  return rows.map((row) => nameRow.parse(row).name);
}

/** Returns the time of the last release and the zone of the hospital. */
async function lastRelease(tx: Tx, case_id: number) {
  const { rows } = await tx.execute(sql`select h.time_zone,
      (select max(v.released_at)::text from report_versions v where v.case_id = c.case_id) as at
    from cases c join user_groups h on h.id = c.hospital_id where c.case_id = ${case_id}`);
  const { at, time_zone } = z.object({ at: z.string().nullable(), time_zone: z.string() }).parse(rows[0]);
  return { released_at: at === null ? null : new Date(at), time_zone };
}

/** Closes a case that nobody finished, and adds the step to its history. */
async function saveStep(tx: Tx, record: CaseRecord, erasure: Erasure, by: Step): Promise<void> {
  const unfinished = !record.facts.closed && record.status !== 'complete';
  const change = unfinished ? { closed_at: by.now, close_reason: '' } : {};
  await saveCase(tx, record, change, {
    ...{ action: 'erase-patient', description: erasure.reason },
    ...{ author: by.author, now: by.now, request_id: `erasure-${String(erasure.erasure_id)}` },
  });
}

type Step = { readonly author: CaseAuthor | null; readonly now: Date };

/** Does nothing if the case was erased before. */
async function eraseCase(
  { db, report_years }: ErasingDependencies,
  erasure: Erasure,
  case_id: number,
  by: Step,
): Promise<void> {
  await transact(db, async (tx) => {
    const record = await lockCaseRecord(tx, case_id);
    if (record === null || record.row.erased_at !== null) return;
    const { released_at, time_zone } = await lastRelease(tx, case_id);
    const report_until = reportUntil(released_at, report_years, { now: by.now, time_zone });
    const erased = await countErased(tx, [{ row: record.row, report_until }]);
    const files = await filesOf(tx, case_id);
    await saveStep(tx, record, erasure, by);
    await tx.insert(caseErasures).values({
      ...{ case_id, erasure_id: erasure.erasure_id, report_until, files, erased_at: by.now },
      counts: Object.fromEntries(erased.map(({ kind, count }) => [kind, count])),
    });
  });
}

async function readErasure(db: Db, erasure_id: number): Promise<Erasure | null> {
  const [row] = await db.select().from(patientErasures).where(eq(patientErasures.erasure_id, erasure_id));
  return row ?? null;
}

export async function erasePatient(
  dependencies: ErasingDependencies,
  erasure_id: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, list_file, removeFiles } = dependencies;
  const erasure = await readErasure(db, erasure_id);
  if (erasure === null) return;
  const asking = await readAsking(db, erasure.requested_by);
  const author = asking === null ? null : authorOf(asking);
  await addToList(list_file, erasure);
  for (const case_id of erasure.case_ids) {
    signal.throwIfAborted();
    await eraseCase(dependencies, erasure, case_id, { author, now: clock.now() });
  }
  const done = await db.select().from(caseErasures).where(eq(caseErasures.erasure_id, erasure_id));
  const files_removed = await removeFiles([...new Set(done.flatMap(({ files }) => files))]);
  if (erasure.finished_at !== null) return;
  await transact(db, (tx) =>
    tx
      .update(patientErasures)
      .set({ finished_at: clock.now(), files_removed })
      .where(sql`${patientErasures.erasure_id} = ${erasure_id} and ${patientErasures.finished_at} is null`),
  );
}
