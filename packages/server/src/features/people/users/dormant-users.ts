/**
 * Deactivates unused accounts. Their owners are warned by mail, and 14 days later the accounts become dormant; the rule
 * is in `domain/people/dormancy.ts`. The last active user of level 5 is never deactivated. The job may run twice: the
 * warning and the deactivation are each written together with the state that they depend on.
 */
import type { AuditAct } from '@rhythmdesk/domain/audit/acts';
import { dormancyNoticeDays, dormancyStep, dormantAt } from '@rhythmdesk/domain/people/dormancy';
import { removalFault } from '@rhythmdesk/domain/people/levels';
import { isRoleKey } from '@rhythmdesk/domain/people/roles';
import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { auditLog } from '../../../platform/db/schema/operations.ts';
import { users } from '../../../platform/db/schema/people.ts';
import { transact } from '../../../platform/db/transact.ts';
import { publish } from '../../../platform/live/publish.ts';
import { mailedUser, mailUser } from '../../../records/people/mail-user.ts';
import { giveBackCases } from '../../../records/cases/give-back.ts';
import { endSessions } from '../../../records/people/end-sessions.ts';
import { lockActiveTopUsers } from './lock-user.ts';

type StoredUser = typeof users.$inferSelect;
const dayMs = 86_400_000;
const sleepRequest = 'let-accounts-sleep';
const activeAt = sql`greatest(${users.active_since}, ${users.last_sign_in_at})`;

const activityOf = (user: StoredUser) => ({
  active_at: Math.max(user.active_since.getTime(), user.last_sign_in_at?.getTime() ?? 0),
  notified_at: user.dormancy_notified_at?.getTime() ?? null,
});

async function notifyOwner(tx: Tx, user: StoredUser, afterDays: number, now: Date): Promise<void> {
  await tx.update(users).set({ dormancy_notified_at: now }).where(eq(users.id, user.id));
  const owner = await mailedUser(tx, user.id);
  if (owner === null) return;
  const at = dormantAt({ ...activityOf(user), notified_at: now.getTime() }, afterDays);
  const parameters = { user_name: owner.name, user_id: owner.user_id, time: new Date(at).toISOString() };
  await mailUser(tx, owner, { code: 'dormant-soon', parameters });
}

async function letSleep(tx: Tx, { id, name, version }: StoredUser, now: Date): Promise<void> {
  await giveBackCases(tx, { id, name, by: null, request_id: sleepRequest, now });
  const next = version + 1;
  await tx.update(users).set({ use_flag: 'D', version: next, updated_at: now }).where(eq(users.id, id));
  await endSessions(tx, id, 'dormant', now);
  await tx.insert(auditLog).values({
    at: now,
    kind: 'user',
    action: 'user.sleep' satisfies AuditAct,
    target: `user/${String(id)}`,
    request_id: sleepRequest,
  });
  await publish(tx, { type: 'user', id, version: next });
}

type Outcome = 'none' | 'notified' | 'asleep';

async function look(tx: Tx, id: number, afterDays: number, now: Date): Promise<Outcome> {
  const topUsers = await lockActiveTopUsers(tx);
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.use_flag, 'Y'), isNull(users.deleted_at)))
    .for('update');
  if (user === undefined || !isRoleKey(user.role_key)) return 'none';
  if (removalFault({ id, role_key: user.role_key }, topUsers) !== null) return 'none';
  const step = dormancyStep(activityOf(user), afterDays, now.getTime());
  if (step === 'none') return 'none';
  if (step === 'notify') await notifyOwner(tx, user, afterDays, now);
  else await letSleep(tx, user, now);
  return step === 'notify' ? 'notified' : 'asleep';
}

export async function letAccountsSleep(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  afterDays: number,
): Promise<{ notified: number; asleep: number }> {
  const now = clock.now();
  const before = new Date(now.getTime() - (afterDays - dormancyNoticeDays) * dayMs);
  const unused = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.use_flag, 'Y'), isNull(users.deleted_at), lt(activeAt, before)))
    .orderBy(asc(users.id));
  const outcomes: Outcome[] = [];
  for (const { id } of unused) outcomes.push(await transact(db, (tx) => look(tx, id, afterDays, now)));
  const countOf = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length;
  return { notified: countOf('notified'), asleep: countOf('asleep') };
}
