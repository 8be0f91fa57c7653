/**
 * Reads and writes the rows of second readings (domain/case/second-reading.ts). A case is selected in the transaction
 * that completes it. The random number is drawn before the transaction, so that a repeated transaction gets the same
 * result.
 */
import { readerRoles } from '@rhythmdesk/domain/people/roles';
import { isDrawn, readsSecond, type SecondFacts } from '@rhythmdesk/domain/case/second-reading';
import type { Actor } from '@rhythmdesk/domain/people/scope';
import { and, eq, inArray, isNull, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { beyondScope, everything, inScope } from '../../platform/db/row-scope.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { secondReadings } from '../../platform/db/schema/second-readings.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CaseRecord } from '../cases/case-record.ts';
import { insertNotifications } from '../notices/insert-notifications.ts';
import { lastSequence } from './reading-log.ts';

type SecondRow = typeof secondReadings.$inferSelect;

export const factsOfSecond = (row: SecondRow): SecondFacts => ({
  center_id: row.center_id,
  first_reader_id: row.first_reader_id,
  reader_id: row.reader_id,
  given_back: row.given_back_at !== null,
  finished: row.finished_at !== null,
});

/** Returns a second reading by its id; `lock` locks its row until the transaction ends. */
export async function findSecond(db: Queryable, second_id: number, lock = false): Promise<SecondRow | null> {
  const query = db.select().from(secondReadings).where(eq(secondReadings.second_id, second_id));
  const [row] = lock ? await query.for('update') : await query;
  return row ?? null;
}

type SQLValue = number | SQL;

/**
 * Returns the condition under which a user cannot read a case blind. The user wrote in its history, was shown its
 * reading (`shown-readings.ts`), opened it since work on it began (according to the audit log, for the time before its
 * center selected cases), or gave its second reading back.
 */
export const hadAHand = (user: SQLValue, case_id: SQLValue) => sql<boolean>`(
  exists (select 1 from case_history h where h.case_id = ${case_id} and h.user_id = ${user})
  or exists (select 1 from shown_readings r where r.case_id = ${case_id} and r.user_id = ${user})
  or exists (select 1 from audit_log a where a.case_id = ${case_id} and a.user_id = ${user} and a.outcome = 'done'
    and a.action not in ('case.list', 'case.find', 'case.export')
    and a.at >= (select min(h.created_at) from case_history h where h.case_id = ${case_id} and h.action = 'start'))
  or exists (select 1 from second_readings g where g.case_id = ${case_id} and g.reader_id = ${user}
    and g.given_back_at is not null))`;

/** Returns whether the case can be read: it has an analysis and the signal. */
async function isReadable(tx: Tx, case_id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from recordings r where r.case_id = ${case_id}
    and r.purged_at is null
    and exists (select 1 from analyses a where a.case_id = r.case_id and a.state = 'done')`);
  return rows.length > 0;
}

type ReaderOf = { readonly [key in 'center_id' | 'case_id' | 'first_reader_id']: SQLValue };

/** Returns the condition over users joined to their group: who may take this second reading. */
const mayReadIt = ({ center_id, case_id, first_reader_id }: ReaderOf): SQL | undefined =>
  and(
    or(
      sql`${userGroups.id} = ${center_id}`,
      and(eq(userGroups.type, 'team'), sql`${userGroups.tech_center_id} = ${center_id}`),
    ),
    inArray(users.role_key, readerRoles),
    isNull(users.deleted_at),
    eq(users.use_flag, 'Y'),
    sql`${users.id} <> ${first_reader_id}`,
    sql`not ${hadAHand(sql`${users.id}`, case_id)}`,
  );

/** Returns the readers of a center who may take it. Nobody else is notified, above all not the first reader. */
export async function readersFor(tx: Tx, row: SecondRow): Promise<number[]> {
  // Whether a user opened the case is in the audit log, which is outside the caller's scope.
  return beyondScope(tx, async () => {
    const found = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
      .where(mayReadIt(row))
      .orderBy(users.id);
    return found.map(({ id }) => id);
  });
}

/** Returns the second readings of a center that wait and that no reader there can take. */
export async function withoutReader(db: Queryable, center_id: number): Promise<Set<number>> {
  const { second_id, case_id, first_reader_id, reader_id, given_back_at } = secondReadings;
  const reader = db
    .select({ id: users.id })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(mayReadIt({ center_id, case_id: sql`${case_id}`, first_reader_id: sql`${first_reader_id}` }));
  const found = await inScope(everything, () =>
    db
      .select({ second_id })
      .from(secondReadings)
      .where(
        and(
          eq(secondReadings.center_id, center_id),
          isNull(reader_id),
          isNull(given_back_at),
          notExists(reader),
        ),
      ),
  );
  return new Set(found.map((row) => row.second_id));
}

/**
 * Notifies the possible readers that a second reading waits. It does not name the case, so that nobody looks it up
 * before.
 */
async function notifyWaiting(tx: Tx, row: SecondRow, now: Date): Promise<void> {
  const readers = await readersFor(tx, row);
  await insertNotifications(
    tx,
    readers.map((user_id) => ({
      user_id,
      code: 'second-reading-waits' as const,
      category: 'progress' as const,
      parameters: {},
      create_time: now,
    })),
  );
}

/** Ends a second reading without a result. */
export async function endSecond(tx: Tx, second_id: number, now: Date): Promise<void> {
  await tx.update(secondReadings).set({ given_back_at: now }).where(eq(secondReadings.second_id, second_id));
}

/** Ends a second reading that its reader gives back, and lets a new one wait in its place for somebody else. */
export async function replaceSecond(tx: Tx, row: SecondRow, now: Date): Promise<void> {
  const { second_id, case_id, center_id, share, first_reader_id, first_sequence, drawn_at } = row;
  await endSecond(tx, second_id, now);
  const [next] = await tx
    .insert(secondReadings)
    .values({ case_id, center_id, share, first_reader_id, first_sequence, drawn_at })
    .returning();
  if (next !== undefined) await notifyWaiting(tx, next, now);
}

/** Replaces the second readings that a leaving user has in progress. */
export async function replaceSecondsOf(tx: Tx, reader_id: number, now: Date): Promise<void> {
  const { finished_at, given_back_at } = secondReadings;
  const taken = await tx
    .select()
    .from(secondReadings)
    .where(and(eq(secondReadings.reader_id, reader_id), isNull(finished_at), isNull(given_back_at)))
    .orderBy(secondReadings.second_id)
    .for('update');
  for (const row of taken) await replaceSecond(tx, row, now);
}

type Drawing = {
  /** In [0, 1), drawn before the transaction. */
  readonly chance: number;
  readonly now: Date;
};

/** Selects a case that is being completed, if its center uses second readings and there is something to read. */
export async function drawSecond(tx: Tx, record: CaseRecord, { chance, now }: Drawing): Promise<void> {
  const { center, facts } = record;
  const { case_id } = record.row;
  const share = center?.second_reading_share ?? null;
  const first_reader_id = facts.technician_id;
  if (center === null || share === null || first_reader_id === null || !isDrawn(share, chance)) return;
  if (!(await isReadable(tx, case_id))) return;
  const drawn = { case_id, center_id: center.id, share, first_reader_id, drawn_at: now };
  const first_sequence = await lastSequence(tx, { case_id });
  const [row] = await tx
    .insert(secondReadings)
    .values({ ...drawn, first_sequence })
    .onConflictDoNothing()
    .returning();
  if (row !== undefined) await notifyWaiting(tx, row, now);
}

export type BlindDoor = { readonly recording_id: number; readonly time_zone: string };

/**
 * Returns the recording of a case whose second reading the actor is doing now, or null. The case itself is hidden from
 * the actor; only the time zone of its hospital is read outside of the actor's scope.
 */
export async function openBlind(db: Queryable, actor: Actor, case_id: number): Promise<BlindDoor | null> {
  const [row] = await db
    .select()
    .from(secondReadings)
    .where(
      and(
        eq(secondReadings.case_id, case_id),
        eq(secondReadings.reader_id, actor.id),
        isNull(secondReadings.given_back_at),
        isNull(secondReadings.finished_at),
      ),
    );
  if (row === undefined || !readsSecond(actor, factsOfSecond(row))) return null;
  const found = await inScope(everything, () =>
    db
      .select({
        recording_id: recordings.recording_id,
        purged_at: recordings.purged_at,
        time_zone: userGroups.time_zone,
      })
      .from(recordings)
      .innerJoin(cases, eq(cases.case_id, recordings.case_id))
      .innerJoin(userGroups, eq(userGroups.id, cases.hospital_id))
      .where(eq(recordings.case_id, case_id)),
  );
  const [door] = found;
  if (door === undefined) return null;
  if (door.purged_at !== null) throw new Refusal('recording/purged');
  return { recording_id: door.recording_id, time_zone: door.time_zone };
}
