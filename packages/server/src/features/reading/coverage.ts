/**
 * Records which minutes of a recording each of its readers has viewed.
 *
 * Invariants: reported minutes are never lost or counted twice: a batch is merged by union, so it may be sent again,
 * late or out of order; minutes after the recording's end are refused.
 */
import type { CaseCoverage, readingRoutes } from '@rhythmdesk/contract/reading';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { minutesOf, uniteRanges } from '@rhythmdesk/ecg/reading/minute-ranges';
import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { users } from '../../platform/db/schema/people.ts';
import { readingCoverage } from '../../platform/db/schema/reading.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { openRecording } from '../../records/recordings/open-recording.ts';
import type { ReadingCall, ReadingDependencies } from './reading-dependencies.ts';

const storedRanges = z.array(z.tuple([z.number().int(), z.number().int()]));

async function minutesOfRecording(db: Queryable, case_id: number): Promise<number> {
  const [row] = await db
    .select({ samples: recordings.samples, sampling_hz: recordings.sampling_hz })
    .from(recordings)
    .where(eq(recordings.case_id, case_id));
  if (row === undefined) throw new Refusal('object/not-found');
  return minutesOf(row);
}

/** Returns the minutes of every reader, sorted by the reader's id. */
export async function coverageOf(db: Queryable, case_id: number): Promise<CaseCoverage> {
  const rows = await db
    .select({
      reader: { id: users.id, name: users.name },
      minutes: sql`(SELECT coalesce(jsonb_agg(jsonb_build_array(lower(one), upper(one)) ORDER BY lower(one)), '[]')
        FROM unnest(${readingCoverage.minutes}) AS one)`,
    })
    .from(readingCoverage)
    .innerJoin(users, eq(users.id, readingCoverage.user_id))
    .where(eq(readingCoverage.case_id, case_id))
    .orderBy(asc(readingCoverage.user_id));
  const readers = rows.map(({ reader, minutes }) => ({ reader, minutes: storedRanges.parse(minutes) }));
  return { case_id, minutes: await minutesOfRecording(db, case_id), readers };
}

type NewCoverage = ParsedOf<typeof readingRoutes.recordCoverage>;

export async function recordCoverage(
  { db }: Pick<ReadingDependencies, 'db'>,
  { case_id, minutes }: NewCoverage,
  { caller, now }: ReadingCall,
): Promise<CaseCoverage> {
  await openRecording(db, caller, case_id);
  const united = uniteRanges(minutes);
  return transact(db, async (tx) => {
    if ((united.at(-1)?.[1] ?? 0) > (await minutesOfRecording(tx, case_id)))
      throw new Refusal('input/invalid', { fields: { minutes: 'refusal.input.invalid' } });
    const multirange = `{${united.map(([from, to]) => `[${String(from)},${String(to)})`).join(',')}}`;
    const row = { case_id, user_id: caller.id, minutes: multirange, updated_at: now };
    await tx
      .insert(readingCoverage)
      .values(row)
      .onConflictDoUpdate({
        target: [readingCoverage.case_id, readingCoverage.user_id],
        set: { minutes: sql`${readingCoverage.minutes} + excluded.minutes`, updated_at: now },
      });
    return coverageOf(tx, case_id);
  });
}
