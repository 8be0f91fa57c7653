/** The rows of a second reading's log; those of the first stand in reading-log.ts. */
import { readingEdit, readingPageSize } from '@rhythmdesk/contract/reading';
import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { users } from '../../platform/db/schema/people.ts';
import { secondReadingEdits, secondReadingHeads } from '../../platform/db/schema/second-readings.ts';
import { joinedLog } from './reading-log.ts';
import type { LoggedEdits } from './stored-reading.ts';

/** The analyses that its edits were made on. */
export const namedBySecond = (second_id: number): SQL =>
  sql`select e.analysis_version from second_reading_edits e where e.second_id = ${second_id}`;

/** The number of the last edit. */
export async function secondHeadOf(db: Queryable, second_id: number): Promise<number> {
  const [head] = await db
    .select()
    .from(secondReadingHeads)
    .where(eq(secondReadingHeads.second_id, second_id));
  return head?.sequence ?? 0;
}

export async function secondLogAfter(db: Queryable, second_id: number, after: number) {
  const rows = await db
    .select({
      sequence: secondReadingEdits.sequence,
      analysis_version: secondReadingEdits.analysis_version,
      edit: secondReadingEdits.edit,
      page_id: secondReadingEdits.page_id,
      created_at: secondReadingEdits.created_at,
      author: { id: users.id, name: users.name },
    })
    .from(secondReadingEdits)
    .innerJoin(users, eq(users.id, secondReadingEdits.user_id))
    .where(and(eq(secondReadingEdits.second_id, second_id), gt(secondReadingEdits.sequence, after)))
    .orderBy(asc(secondReadingEdits.sequence))
    .limit(readingPageSize);
  return rows.map((row) => ({ ...row, edit: readingEdit.parse(row.edit) }));
}

export const wholeSecondLog = (db: Queryable, second_id: number, after: number): Promise<LoggedEdits> =>
  joinedLog(after, (known) => secondLogAfter(db, second_id, known));
