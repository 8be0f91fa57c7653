/** Reads the rows of a second reading's log; reading-log.ts reads those of the first. */
import { eq, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { secondReadingEdits, secondReadingHeads } from '../../platform/db/schema/second-readings.ts';
import { editsAfter, joinedLog, type LogPiece } from './reading-log.ts';
import type { LoggedEdits } from './stored-reading.ts';

/** Selects the analyses on which its edits were made. */
export const namedBySecond = (second_id: number): SQL =>
  sql`select e.analysis_version from second_reading_edits e where e.second_id = ${second_id}`;

/** Returns the number of the last edit. */
export async function lastSecondSequence(db: Queryable, second_id: number): Promise<number> {
  const [head] = await db
    .select()
    .from(secondReadingHeads)
    .where(eq(secondReadingHeads.second_id, second_id));
  return head?.sequence ?? 0;
}

export const secondLogAfter = (db: Queryable, second_id: number, after: number): Promise<LogPiece> =>
  editsAfter(db, secondReadingEdits, eq(secondReadingEdits.second_id, second_id), after);

export const wholeSecondLog = (db: Queryable, second_id: number, after: number): Promise<LoggedEdits> =>
  joinedLog(after, (known) => secondLogAfter(db, second_id, known));
