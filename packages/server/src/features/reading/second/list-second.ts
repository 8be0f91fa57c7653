/** Lists the second readings of a center, limited to what the caller may know, and returns one by its id. */
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { secondRoutes, SecondView } from '@rhythmdesk/contract/second-readings';
import { overseesSecond, seesAgreement } from '@rhythmdesk/domain/case/second-reading';
import { can } from '@rhythmdesk/domain/people/can';
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db } from '../../../platform/db/database.ts';
import { userGroups } from '../../../platform/db/schema/people.ts';
import { secondReadings } from '../../../platform/db/schema/second-readings.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import {
  factsOfSecond,
  findSecond,
  hadAHand,
  withoutReader,
} from '../../../records/readings/second-reading.ts';
import type { ReadingCall, ReadingDependencies } from '../reading-dependencies.ts';
import { secondDetail, secondViews } from './second-view.ts';

const { center_id, case_id, reader_id, first_reader_id, finished_at, given_back_at } = secondReadings;

/** Returns the condition that a second reading belongs to the caller's center; it is visible nowhere else. */
export const ofCenter = ({ actor }: Caller): SQL => sql`${center_id} = ${actor.tech_center_id ?? 0}`;

/**
 * Returns the condition for open second readings: those that wait for the caller and those that the caller reads. The
 * heads of the center also see who reads which case.
 */
function openTo(caller: Caller, unread: ReadonlySet<number>): SQL {
  const { id, actor } = caller;
  const mine = sql`${reader_id} = ${id}`;
  const waits = sql`${reader_id} is null and exists (select 1 from recordings r where r.case_id = ${case_id}
    and r.purged_at is null)`;
  if (overseesSecond(actor)) return sql`(${reader_id} is not null or ${waits})`;
  const mayTake = sql`${waits} and ${first_reader_id} <> ${id} and not ${hadAHand(id, sql`${case_id}`)}`;
  if (can(actor, 'second_reading.figures') === 'never') return sql`(${mine} or ${mayTake})`;
  const known = unread.size === 0 ? sql`false` : inArray(secondReadings.second_id, [...unread]);
  const others = sql`(${reader_id} is not null or (${waits} and ${known})) and ${first_reader_id} <> ${id}`;
  return sql`(${mine} or (${others}) or ${mayTake})`;
}

/** Second readings that no user can take are visible only to the heads of the center. */
const unreadFor = async (db: Db, { actor }: Caller): Promise<Set<number>> =>
  actor.tech_center_id === null || can(actor, 'second_reading.figures') === 'never'
    ? new Set()
    : withoutReader(db, actor.tech_center_id);

function conditionOf(caller: Caller, view: SecondView, unread: ReadonlySet<number>): SQL | undefined {
  const standing = and(ofCenter(caller), isNull(given_back_at));
  if (view === 'open') return and(standing, isNull(finished_at), openTo(caller, unread));
  const { id, actor } = caller;
  const own = sql`(${reader_id} = ${id} or ${first_reader_id} = ${id})`;
  return and(
    standing,
    isNotNull(finished_at),
    can(actor, 'second_reading.figures') === 'never' ? own : undefined,
  );
}

/** Returns the condition for a period of calendar days in the caller's time zone, including both days. */
export function finishedWithin(
  caller: Caller,
  { from_time, to_time }: { readonly from_time?: string | undefined; readonly to_time?: string | undefined },
): SQL | undefined {
  const day = sql`(${finished_at} at time zone ${caller.user_group.time_zone})::date`;
  return and(
    from_time === undefined ? undefined : sql`${day} >= ${from_time}::date`,
    to_time === undefined ? undefined : sql`${day} <= ${to_time}::date`,
  );
}

async function drawnShare(db: Db, { actor }: Caller): Promise<number | null> {
  const [row] = await db
    .select({ share: userGroups.second_reading_share })
    .from(userGroups)
    .where(eq(userGroups.id, actor.tech_center_id ?? 0));
  return row?.share ?? null;
}

export async function listSecond(
  { db }: ReadingDependencies,
  input: ParsedOf<typeof secondRoutes.secondReadings>,
  { caller, now }: ReadingCall,
) {
  const { view, page, size } = input;
  const within = view === 'finished' ? finishedWithin(caller, input) : undefined;
  const unread = await unreadFor(db, caller);
  const where = and(conditionOf(caller, view, unread), within);
  const order =
    view === 'open'
      ? [desc(sql`${reader_id} is not distinct from ${caller.id}`), asc(secondReadings.second_id)]
      : [desc(finished_at), desc(secondReadings.second_id)];
  const [rows, total, open, finished, drawn_share] = await Promise.all([
    db
      .select()
      .from(secondReadings)
      .where(where)
      .orderBy(...order)
      .limit(size)
      .offset(size * (page - 1)),
    db.$count(secondReadings, where),
    db.$count(secondReadings, conditionOf(caller, 'open', unread)),
    db.$count(secondReadings, conditionOf(caller, 'finished', unread)),
    drawnShare(db, caller),
  ]);
  const items = await secondViews(db, rows, { caller, now, unread });
  noteAudit({ case_ids: items.map((one) => one.case_id) });
  return { items, total, page, size, counts: { open, finished }, drawn_share };
}

/** Returns a second reading that the caller may see: one in their list, or a finished one that is open to them. */
export async function readSecond(
  { db }: ReadingDependencies,
  second_id: number,
  { caller, now }: Pick<ReadingCall, 'caller' | 'now'>,
) {
  const row = await findSecond(db, second_id);
  if (row === null) throw new Refusal('object/not-found');
  const isThisOne = eq(secondReadings.second_id, second_id);
  const unread = await unreadFor(db, caller);
  const isOpen = (await db.$count(secondReadings, and(isThisOne, conditionOf(caller, 'open', unread)))) > 0;
  const isTheirs =
    ofCenterRow(caller, row.center_id) && (isOpen || seesAgreement(caller.actor, factsOfSecond(row)));
  const detail = isTheirs ? await secondDetail(db, row, { caller, now, unread }) : null;
  if (detail === null) throw new Refusal('object/not-found');
  // Viewing a waiting second reading does not count as opening the case.
  noteAudit(detail.state === 'waiting' ? { case_ids: [row.case_id] } : { case_id: row.case_id });
  return detail;
}

const ofCenterRow = ({ actor }: Caller, center: number): boolean => actor.tech_center_id === center;
