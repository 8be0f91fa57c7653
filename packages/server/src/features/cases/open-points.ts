/** Finds what is open before a case is verified or completed, and stores why a user continued. */
import { openPoint } from '@rhythmdesk/contract/open-points';
import {
  type OpenPoint,
  openPointsOf,
  pointsBeyond,
  type OpenPointKind,
} from '@rhythmdesk/domain/case/open-points';
import { underWayStates } from '@rhythmdesk/domain/critical/critical-states';
import { minutesOf } from '@rhythmdesk/ecg/reading/minute-ranges';
import { and, eq, inArray, isNotNull, max, notExists, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { caseComments, caseHistory, pinAnswers } from '../../platform/db/schema/cases.ts';
import { criticalFindings } from '../../platform/db/schema/critical.ts';
import { openPointStatements } from '../../platform/db/schema/open-points.ts';
import type { Acting, Caller } from '../../platform/http/caller.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { seenMinutes } from '../../records/cases/recording-seen.ts';
import { foldReading, type FoldedReading, type LeftOutDependencies } from './left-out.ts';
import { seenCase } from '../../records/cases/seen-case.ts';

const seenRows = z.array(z.object({ samples: z.number(), sampling_hz: z.number(), seen: z.number() }));
export const storedPoints = z.array(openPoint);

/** Returns the minutes that nobody viewed; 0 if the center's minimum was reached or the recording is gone. */
async function unseenMinutes(db: Queryable, { row, center, facts }: CaseRecord): Promise<number> {
  const minimum = center?.coverage_minimum ?? null;
  if (minimum !== null && facts.coverage_short === null) return 0;
  const { rows } = await db.execute(sql`select r.samples::float8, r.sampling_hz, ${seenMinutes}::int as seen
    from recordings r where r.case_id = ${row.case_id} and r.purged_at is null`);
  const [found] = seenRows.parse(rows);
  return found === undefined ? 0 : minutesOf(found) - found.seen;
}

/** Counts what the database alone knows. It changes without a new version of the case. */
async function storedCounts(
  db: Queryable,
  record: CaseRecord,
): Promise<Partial<Record<OpenPointKind, number>>> {
  const { case_id } = record.row;
  const answered = db
    .select({ one: pinAnswers.comment_id })
    .from(pinAnswers)
    .where(eq(pinAnswers.comment_id, caseComments.comment_id));
  const isPin = and(eq(caseComments.internal, true), isNotNull(caseComments.start_sample));
  const isUnderWay = inArray(criticalFindings.state, underWayStates);
  return {
    critical: await db.$count(criticalFindings, and(eq(criticalFindings.case_id, case_id), isUnderWay)),
    pins: await db.$count(caseComments, and(eq(caseComments.case_id, case_id), isPin, notExists(answered))),
  };
}

/** Returns what is open; nothing if no reading was replayed. A recording without an analysis cannot be reviewed. */
async function findOpenPoints(
  db: Queryable,
  record: CaseRecord,
  folded: Pick<FoldedReading, 'of' | 'open'> | undefined,
): Promise<OpenPoint[]> {
  if (folded === undefined || folded.of === null) return [];
  const { analysis_version } = folded.of;
  const unseen = analysis_version === null ? 0 : await unseenMinutes(db, record);
  return openPointsOf({ ...folded.open, ...(await storedCounts(db, record)), unseen });
}

/** Returns what the verification of the case stated as open; nothing if it is not verified. */
async function statedPoints(db: Queryable, { row, facts }: CaseRecord): Promise<readonly OpenPoint[]> {
  if (!facts.verified) return [];
  const { case_id, version, action } = caseHistory;
  const verification = db
    .select({ version: max(version) })
    .from(caseHistory)
    .where(and(eq(case_id, row.case_id), eq(action, 'verify')));
  const [stated] = await db
    .select({ points: openPointStatements.points })
    .from(openPointStatements)
    .where(
      and(
        eq(openPointStatements.case_id, row.case_id),
        eq(openPointStatements.case_version, sql`(${verification})`),
      ),
    );
  return stated === undefined ? [] : storedPoints.parse(stated.points);
}

/** Returns the open points for which the action needs a reason. */
export async function unstatedPoints(
  db: Queryable,
  record: CaseRecord,
  folded: FoldedReading | undefined,
): Promise<OpenPoint[]> {
  return pointsBeyond(await findOpenPoints(db, record, folded), await statedPoints(db, record));
}

type Stated = {
  readonly case_id: number;
  readonly case_version: number;
  readonly points: readonly OpenPoint[];
  readonly words: string;
};

/** Stores why the caller continued with open points; nothing without any. */
export async function keepOpenPoints(
  tx: Tx,
  stated: Stated,
  { caller, now }: { readonly caller: Acting; readonly now: Date },
): Promise<void> {
  if (stated.points.length === 0) return;
  await tx.insert(openPointStatements).values({ ...stated, stated_by: caller.id, stated_at: now });
}

/** Returns what the dialogs of verification and completion show before they ask for a statement. */
export async function readOpenPoints(
  dependencies: Omit<LeftOutDependencies, 'printStatement'>,
  caller: Caller,
  case_id: number,
) {
  const { db } = dependencies;
  const record = await seenCase(db, caller, case_id, 'case.complete');
  const folded = await foldReading(dependencies, case_id);
  const { left_out } = folded;
  const from_reading = left_out.length === 0 || folded.from_reading;
  return { points: await unstatedPoints(db, record, folded), left_out, from_reading };
}
