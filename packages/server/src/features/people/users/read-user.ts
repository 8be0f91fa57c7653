/** Returns one user with all administered fields. */
import type { User } from '@rhythmdesk/contract/users';
import { assignedStatuses, dueStatuses } from '@rhythmdesk/domain/case/status';
import { addDays } from '@rhythmdesk/domain/kit/calendar';
import { dateIn, zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { touchFault } from '@rhythmdesk/domain/people/levels';
import { isRoleKey, type RoleKey, isReaderRole } from '@rhythmdesk/domain/people/roles';
import { userFieldFault, userFields } from '@rhythmdesk/domain/people/user-fields';
import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import { beyondScope } from '../../../platform/db/row-scope.ts';
import { transact } from '../../../platform/db/transact.ts';
import { cases } from '../../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { waysOf } from '../factor-standing.ts';
import { aliveSession } from '../../../records/people/alive-session.ts';
import { rowOf } from './user-list.ts';
import { usersReached } from './user-query.ts';

const makers = alias(users, 'makers');
const counted = z.object({ total: z.coerce.number(), due_today: z.coerce.number() });

/** Returns the end of tomorrow in the caller's time zone. */
function endOfTomorrow({ user_group: { time_zone } }: Caller, now: Date): string {
  const day = addDays(dateIn(time_zone, now.getTime()), 2);
  return new Date(zoneClock(time_zone).instant(Date.parse(`${day}T00:00:00Z`))).toISOString();
}

/**
 * Counts the open cases of a user, and those whose report is due by the end of tomorrow. The count identifies no
 * patient, so it includes cases of hospitals that the administrator does not see.
 */
async function openCasesOf(
  db: Db,
  caller: Caller,
  { id, role_key }: { readonly id: number; readonly role_key: RoleKey },
  now: Date,
): Promise<User['open_cases']> {
  if (!isReaderRole(role_key)) return null;
  const until = endOfTomorrow(caller, now);
  const found = await transact(db, (tx) =>
    beyondScope(tx, () =>
      tx.execute(sql`select count(*) as total, count(*) filter (where ${cases.report_due_date} < ${until}
            and ${cases.status} in ${[...dueStatuses]}) as due_today
        from ${cases} where ${cases.technician_id} = ${id} and ${cases.closed_at} is null
          and ${cases.status} in ${[...assignedStatuses]}`),
    ),
  );
  return counted.parse(found.rows[0]);
}

const hasFactors = (db: Db, id: number): Promise<boolean> =>
  transact(db, (tx) => beyondScope(tx, async () => (await waysOf(tx, id)).length > 0));

export type UserContext = { readonly dormant_after_days: number; readonly now: Date };

export async function readAdministered(
  db: Db,
  caller: Caller,
  id: number,
  { dormant_after_days, now }: UserContext,
): Promise<User> {
  const [found] = await db
    .select({
      user: users,
      group: userGroups,
      maker: { id: makers.id, name: makers.name },
      online: aliveSession(now),
    })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .leftJoin(makers, eq(makers.id, users.created_by))
    .where(and(eq(users.id, id), usersReached(caller, 'user.write')));
  if (found === undefined) throw new Refusal('object/not-found');
  const { user, group, maker } = found;
  const { role_key, phone_number, department, description, updated_at, password_changed_at } = user;
  if (!isRoleKey(role_key)) throw new Error('a user without a known role');
  const isGone = user.deleted_at !== null;
  const target = { id, role_key };
  const isBelow = !isGone && caller.id !== id && touchFault(caller, target) === null;
  const fields = userFields.filter((field) => userFieldFault(caller, target, field) === null);
  return {
    ...rowOf(found, { namesOnly: false, dormant_after_days, now }),
    phone_number,
    department,
    description,
    updated_at: updated_at.toISOString(),
    created_by: maker,
    password_changed_at: password_changed_at?.toISOString() ?? null,
    dormant_after_days,
    analysis_ratio: group.type === 'team' ? group.analysis_ratio : null,
    open_cases: isGone ? null : await openCasesOf(db, caller, target, now),
    editable: isGone ? [] : fields,
    deletable: isBelow,
    factors_resettable: isBelow && (await hasFactors(db, id)),
  };
}
