/** Reads the rows of a reading: the analysis that it is based on, and its edit log. */
import { readingEdit, readingPageSize } from '@rhythmdesk/contract/reading';
import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { users } from '../../platform/db/schema/people.ts';
import { readingEdits, readingHeads } from '../../platform/db/schema/reading.ts';
import type { secondReadingEdits } from '../../platform/db/schema/second-readings.ts';
import type { LoggedEdits, ReadingBaseFiles } from './stored-reading.ts';

export type ReadingBase = { readonly analysis_version: number; readonly files: ReadingBaseFiles };

const baseRow = z.object({ analysis_version: z.number(), beats_sha256: z.string() });

/** Selects the analysis versions that a case's log refers to. */
const namedByLog = (case_id: number): SQL =>
  sql`select e.analysis_version from reading_edits e where e.case_id = ${case_id}`;

/**
 * Returns the newest successful analysis, and earlier ones with other beats that the log refers to; null if there is
 * none. `named` selects the versions of another log than the case's own.
 */
export async function baseOf(
  db: Queryable,
  case_id: number,
  named: SQL = namedByLog(case_id),
): Promise<ReadingBase | null> {
  const found = await db.execute(sql`select analysis_version, beats_sha256 from analyses
    where case_id = ${case_id} and state = 'done' order by analysis_version desc limit 1`);
  const [base] = z.array(baseRow).parse(found.rows);
  if (base === undefined) return null;
  const { analysis_version, beats_sha256 } = base;
  const others = await db.execute(sql`select a.analysis_version, a.beats_sha256 from analyses a
    where a.case_id = ${case_id} and a.state = 'done' and a.analysis_version < ${analysis_version}
      and a.beats_sha256 <> ${beats_sha256}
      and a.analysis_version in (${named})
    order by a.analysis_version`);
  return { analysis_version, files: { beats_sha256, earlier: z.array(baseRow).parse(others.rows) } };
}

/** Returns the number of the last edit. */
export async function lastSequence(db: Queryable, case_id: number): Promise<number> {
  const [head] = await db.select().from(readingHeads).where(eq(readingHeads.case_id, case_id));
  return head?.sequence ?? 0;
}

/** The table of a case's edits, or that of second readings. */
type EditTable = typeof readingEdits | typeof secondReadingEdits;

/** Returns one page of the log selected by `ofLog`, after an edit. */
export async function editsAfter(db: Queryable, table: EditTable, ofLog: SQL, after: number) {
  const rows = await db
    .select({
      sequence: table.sequence,
      analysis_version: table.analysis_version,
      edit: table.edit,
      page_id: table.page_id,
      created_at: table.created_at,
      author: { id: users.id, name: users.name },
    })
    .from<PgTable>(table)
    .innerJoin(users, eq(users.id, table.user_id))
    .where(and(ofLog, gt(table.sequence, after)))
    .orderBy(asc(table.sequence))
    .limit(readingPageSize);
  return rows.map((row) => ({ ...row, edit: readingEdit.parse(row.edit) }));
}
export type LogPiece = Awaited<ReturnType<typeof editsAfter>>;

export const logAfter = (db: Queryable, case_id: number, after: number): Promise<LogPiece> =>
  editsAfter(db, readingEdits, eq(readingEdits.case_id, case_id), after);

/** Reads a whole log after an edit, page by page, in the form used for folding. */
export async function joinedLog(
  after: number,
  read: (known: number) => Promise<LogPiece>,
): Promise<LoggedEdits> {
  const log: LoggedEdits = [];
  for (let known = after; ;) {
    const piece = await read(known);
    for (const { sequence, analysis_version, edit } of piece) log.push({ sequence, analysis_version, edit });
    if (piece.length < readingPageSize) return log;
    known += piece.length;
  }
}

export const wholeLog = (db: Queryable, case_id: number, after: number): Promise<LoggedEdits> =>
  joinedLog(after, (known) => logAfter(db, case_id, known));
