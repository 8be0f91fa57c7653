/**
 * Lists the activities of a user from existing records: the histories of cases, the sessions and the audit log. Cases
 * that the caller may not see are left out, unless the caller asks for their own activities. Reading lists or one's own
 * pages is not an activity.
 */
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { activityKinds, type userRoutes } from '@rhythmdesk/contract/users';
import { can, reaches } from '@rhythmdesk/domain/people/can';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { caseScopeColumns } from '../../../platform/db/case-scope-columns.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { beyondScope } from '../../../platform/db/row-scope.ts';
import { scopeSql } from '../../../platform/db/scope-sql.ts';
import { transact } from '../../../platform/db/transact.ts';
import { cases } from '../../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { userColumns } from '../../../records/people/user-scope.ts';
import { grantOf } from './user-query.ts';

type Input = ParsedOf<typeof userRoutes.activities>;

/** Returns the user whose activities are requested, if the caller may see them. */
async function findPerson(tx: Tx, caller: Caller, id: number) {
  const grant = grantOf(caller, 'user.activities');
  const [found] = await tx
    .select({ ...userColumns, name: users.name })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(eq(users.id, id));
  const own = id === caller.id;
  if (found === undefined || (!own && !reaches('user', caller.actor, grant, found)))
    throw new Refusal('object/not-found');
  return { id, name: found.name, own };
}

function seenCases(caller: Caller, own: boolean): SQL {
  if (own) return sql`true`;
  const grant = can(caller.actor, 'case.read');
  return grant === 'never'
    ? sql`false`
    : scopeSql(conditionOf('case', caller.actor, grant), caseScopeColumns);
}

const caseSteps = (id: number, seen: SQL) => sql`
  select 'h' || h.history_id as key, 'case' as kind, h.action, h.created_at as at, access.address, h.case_id, null as subject
  from case_history h
  left join lateral (select host(a.address) as address from audit_log a
    where a.request_id = h.request_id and a.user_id = h.user_id and a.address is not null limit 1) access on true
  where h.user_id = ${id} and h.case_id in (select ${cases.case_id} from ${cases}
    join ${userGroups} on ${userGroups.id} = ${cases.hospital_id} where ${seen})`;

const sessionSteps = (id: number) => sql`
  select 's' || encode(substr(token_hash, 1, 8), 'hex'), 'session', 'session.begin', created_at, host(address),
    null::bigint, null from sessions where user_id = ${id}
  union all
  select 'e' || encode(substr(token_hash, 1, 8), 'hex'), 'session', 'session.' || revoked_because, revoked_at,
    host(address), null::bigint, null from sessions where user_id = ${id} and revoked_at is not null`;

/**
 * Selects activities from the audit log. Case steps and sign-ins come from their own tables; of the reads only those of
 * one patient's data are activities.
 */
const auditSteps = (id: number) => sql`
  select 'a' || audit_id, case when kind in ('read', 'export', 'download', 'print') then 'access'
      else 'administration' end, replace(action, '/', '.'), at, host(address), case_id,
    case when case_id is null then target end
  from audit_log where user_id = ${id} and outcome = 'done'
    and (kind in ('export', 'download', 'print', 'consent', 'user', 'institution', 'operation')
      or action in ('case.open', 'recording.view'))`;

const row = z.object({
  key: z.string(),
  kind: z.enum(activityKinds),
  action: z.string(),
  at: z.coerce.date(),
  address: z.string().nullable(),
  case_id: z.coerce.number().nullable(),
  hn_id: z.string().nullable(),
  subject: z.string().nullable(),
  total: z.coerce.number(),
});

/**
 * Reads one page with its total. A page beyond the end has no row that contains the total, so the total is counted
 * separately.
 */
async function readPage(tx: Tx, steps: SQL, where: SQL, seen: SQL, { page, size }: Input) {
  const matching = sql`select done.*, shown.hn_id from (${steps}) done
    left join lateral (select ${cases.hn_id} as hn_id from ${cases}
      join ${userGroups} on ${userGroups.id} = ${cases.hospital_id}
      where ${cases.case_id} = done.case_id and ${seen}) shown on true
    where ${where} and (done.case_id is null or shown.hn_id is not null)`;
  const found = await tx.execute(sql`select *, (select count(*) from (${matching}) all_of_them) as total
    from (${matching}) listed order by at desc, key desc limit ${size} offset ${(page - 1) * size}`);
  const rows = found.rows.map((each) => row.parse(each));
  const [first] = rows;
  if (first !== undefined || page === 1) return { rows, total: first?.total ?? 0 };
  const counted = await tx.execute(sql`select count(*) as total from (${matching}) all_of_them`);
  return { rows, total: z.object({ total: z.coerce.number() }).parse(counted.rows[0]).total };
}

export async function listActivities(db: Db, caller: Caller, input: Input) {
  const { user_id, page, size, kind = [], from_time, to_time } = input;
  return transact(db, async (tx) => {
    const { id, name, own } = await findPerson(tx, caller, user_id);
    const seen = seenCases(caller, own);
    const steps = sql`${caseSteps(id, seen)} union all ${sessionSteps(id)} union all ${auditSteps(id)}`;
    const where = sql.join(
      [
        kind.length === 0 ? sql`true` : sql`done.kind in ${kind}`,
        from_time === undefined ? sql`true` : sql`done.at >= ${from_time}`,
        to_time === undefined ? sql`true` : sql`done.at < ${to_time}`,
      ],
      sql` and `,
    );
    const { rows, total } = await beyondScope(tx, () => readPage(tx, steps, where, seen, input));
    const items = rows.map(({ at, case_id, hn_id, total: _total, ...each }) => ({
      ...each,
      at: at.toISOString(),
      patch: case_id === null || hn_id === null ? null : { case_id, hn_id },
    }));
    return { user: { id, name }, items, total, page, size };
  });
}
