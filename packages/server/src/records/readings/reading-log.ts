/**
 * Reads the rows of a reading: the analysis that it is based on, and its edit log. The log of a case's reading and that of
 * a second reading have the same columns in tables of their own (docs/decisions/0065); one that has only a case's id
 * always reads the log of the case.
 */
import { readingEdit, readingPageSize } from '@rhythmdesk/contract/reading';
import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { users } from '../../platform/db/schema/people.ts';
import { readingEdits, readingHeads } from '../../platform/db/schema/reading.ts';
import { secondReadingEdits, secondReadingHeads } from '../../platform/db/schema/second-readings.ts';
import type { LoggedEdits, ReadingBaseFiles } from './stored-reading.ts';

export type ReadingBase = { readonly analysis_version: number; readonly files: ReadingBaseFiles };

/** Names a log: that of a case's reading, or that of a second reading. */
export type LogId = { readonly case_id: number } | { readonly second_id: number };

/** Returns the tables of a log and the conditions that select it. */
function tablesOf(log: LogId) {
  return 'case_id' in log
    ? {
        edits: readingEdits,
        heads: readingHeads,
        ofEdits: eq(readingEdits.case_id, log.case_id),
        ofHead: eq(readingHeads.case_id, log.case_id),
      }
    : {
        edits: secondReadingEdits,
        heads: secondReadingHeads,
        ofEdits: eq(secondReadingEdits.second_id, log.second_id),
        ofHead: eq(secondReadingHeads.second_id, log.second_id),
      };
}

/** Returns whether this version of the analysis of a case succeeded. */
export async function isAnalysed(db: Queryable, case_id: number, analysis_version: number): Promise<boolean> {
  const found = await db.execute(sql`select from analyses
    where case_id = ${case_id} and analysis_version = ${analysis_version} and state = 'done'`);
  return found.rows.length > 0;
}

const baseRow = z.object({ analysis_version: z.number(), beats_sha256: z.string() });

/** Selects the analysis versions that a log refers to. */
export function versionsIn(log: LogId): SQL {
  const { edits, ofEdits } = tablesOf(log);
  return sql`select ${edits.analysis_version} from ${edits} where ${ofEdits}`;
}

/**
 * Returns the newest successful analysis, and earlier ones with other beats that the log refers to; null if there is
 * none. `named` selects the versions of another log than the case's own.
 */
export async function baseOf(
  db: Queryable,
  case_id: number,
  named: SQL = versionsIn({ case_id }),
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
export async function lastSequence(db: Queryable, log: LogId): Promise<number> {
  const { heads, ofHead } = tablesOf(log);
  const [head] = await db.select({ sequence: heads.sequence }).from<PgTable>(heads).where(ofHead);
  return head?.sequence ?? 0;
}

/** Returns one page of a log, after an edit. */
export async function logAfter(db: Queryable, log: LogId, after: number) {
  const { edits: table, ofEdits } = tablesOf(log);
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
    .where(and(ofEdits, gt(table.sequence, after)))
    .orderBy(asc(table.sequence))
    .limit(readingPageSize);
  return rows.map((row) => ({ ...row, edit: readingEdit.parse(row.edit) }));
}
export type LogPiece = Awaited<ReturnType<typeof logAfter>>;

/** Reads a whole log after an edit, page by page, in the form used for folding. */
export async function wholeLog(db: Queryable, log: LogId, after: number): Promise<LoggedEdits> {
  const read: LoggedEdits = [];
  for (let known = after; ;) {
    const piece = await logAfter(db, log, known);
    for (const { sequence, analysis_version, edit } of piece) read.push({ sequence, analysis_version, edit });
    if (piece.length < readingPageSize) return read;
    known += piece.length;
  }
}
