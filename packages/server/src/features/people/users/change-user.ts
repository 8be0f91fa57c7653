/**
 * Changes a user on behalf of a user of a higher level; only the sent fields change. Of several calls with the same
 * version only one succeeds. A new role, group, password or dormancy ends the user's sessions. A user who no longer
 * reads cases of the same center, or becomes dormant, returns their open cases to the pool.
 */
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { userRoutes } from '@rhythmdesk/contract/users';
import { stripPhone } from '@rhythmdesk/domain/people/contact';
import { removalFault } from '@rhythmdesk/domain/people/levels';
import { levelOf, topLevel, type RoleKey, isReaderRole } from '@rhythmdesk/domain/people/roles';
import {
  roleOfNumber,
  userFieldFault,
  userFields,
  type UserField,
} from '@rhythmdesk/domain/people/user-fields';
import { eq, sql } from 'drizzle-orm';
import { unaudited } from '../../../platform/audit/audited-call.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { beyondScope } from '../../../platform/db/row-scope.ts';
import { users } from '../../../platform/db/schema/people.ts';
import { transact } from '../../../platform/db/transact.ts';
import { Refusal, refuseField } from '../../../platform/http/refusal.ts';
import { giveBackCases } from '../../../records/cases/give-back.ts';
import { authorOf } from '../../../records/cases/save-case.ts';
import type { PasswordHashes } from '../password-hashes.ts';
import { endSessions, type Ending } from '../../../records/people/end-sessions.ts';
import { notifyEmailChanges, notifyPasswordChanged } from '../notify-changes.ts';
import { refuseTakenEmail, voidMailedSecrets } from '../email-in-force.ts';
import { judgeEmail, judgePassword, judgePlace } from './judge-user.ts';
import {
  centerOfGroup,
  concludeUser,
  groupOf,
  lockActiveTopUsers,
  lockUser,
  type UserChange,
  type UserRecord,
} from './lock-user.ts';

type Input = ParsedOf<typeof userRoutes.changeUser>;
type Sent = Omit<Input, 'id' | 'version' | 'user_id' | 'password'>;
type GroupRow = NonNullable<Awaited<ReturnType<typeof groupOf>>>;
type RoleAndGroup = { readonly role_key: RoleKey; readonly group: GroupRow };

const sentFields = (input: Input): readonly UserField[] =>
  userFields.filter((field) => input[field] !== undefined);

const becomesDormant = (user: UserRecord, { use_flag }: Sent): boolean =>
  use_flag === 'D' && user.use_flag === 'Y';

/** Refuses if the user is the last active user of level 5 and the change would end that. */
function judgeRemoval(user: UserRecord, sent: Sent, role_key: RoleKey, topUsers: number): void {
  const sleeps = becomesDormant(user, sent);
  const movesDown = levelOf(user.role_key) === topLevel && levelOf(role_key) < topLevel;
  if (!sleeps && !movesDown) return;
  const fault = user.use_flag === 'Y' ? removalFault(user, topUsers) : null;
  if (fault !== null) throw refuseField(fault, movesDown ? 'user_role_id' : 'use_flag');
}

function judgeFields({ caller }: UserChange, user: UserRecord, input: Input): void {
  if (input.user_id !== undefined && input.user_id !== user.user_id)
    throw refuseField('user/id-fixed', 'user_id');
  for (const field of sentFields(input)) {
    const fault = userFieldFault(caller, user, field);
    if (fault !== null) throw refuseField(fault, field);
  }
  if (input.email !== undefined) judgeEmail(input.email);
  if (input.use_flag !== undefined && user.use_flag === 'W') throw refuseField('user/waiting', 'use_flag');
}

/** Returns role and group after the change, if the caller may make it. */
async function placeAfter(
  tx: Tx,
  change: UserChange,
  before: RoleAndGroup & { user: UserRecord },
  sent: Sent,
) {
  const { user_role_id, user_group_id } = sent;
  if (user_role_id === undefined && user_group_id === undefined) return before;
  const role_key = user_role_id === undefined ? before.role_key : roleOfNumber(user_role_id);
  if (role_key === null) throw refuseField('input/invalid', 'user_role_id');
  const group = user_group_id === undefined ? before.group : await groupOf(tx, user_group_id);
  judgePlace(change.caller, before.user.id, role_key, group);
  return { role_key, group };
}

/**
 * Returns why the sessions end. A new role or group needs no reason, because the database deletes what was stored under
 * the former scope.
 */
function endingOf(sent: Sent, newPassword: boolean): Ending | null {
  if (sent.use_flag === 'D') return 'dormant';
  return newPassword ? 'password' : null;
}

function leavesItsCases(before: RoleAndGroup, after: RoleAndGroup): boolean {
  if (!isReaderRole(before.role_key)) return false;
  return !isReaderRole(after.role_key) || centerOfGroup(before.group) !== centerOfGroup(after.group);
}

type Found = { readonly newEmail: boolean; readonly password_hash: string | null; readonly now: Date };

function columnsOf(sent: Sent, { newEmail, password_hash, now }: Found) {
  const { user_role_id: _role, user_group_id: _group, phone_number, use_flag, ...rest } = sent;
  return {
    ...rest,
    ...(phone_number === undefined ? {} : { phone_number: stripPhone(phone_number) }),
    ...(use_flag === undefined ? {} : { use_flag }),
    ...(newEmail ? { email_confirmed_at: null } : {}),
    ...(use_flag === 'Y' ? { active_since: now } : {}),
    ...(password_hash === null
      ? {}
      : { password_hash, must_change_password: true, password_changed_at: now }),
  };
}

const changesEmail = (user: UserRecord, sent: Sent): sent is Sent & { email: string } =>
  sent.email !== undefined && sent.email !== user.email;

/**
 * Notifies the user. A new address set by an administrator is not confirmed, because nobody has entered a code sent to
 * it.
 */
async function notify(tx: Tx, user: UserRecord, sent: Sent, newPassword: boolean, now: Date): Promise<void> {
  if (changesEmail(user, sent)) {
    await refuseTakenEmail(tx, sent.email, user.id);
    await notifyEmailChanges(tx, user.id, now);
    await voidMailedSecrets(tx, user.id, now);
  }
  if (newPassword) await notifyPasswordChanged(tx, user.id, now);
}

async function change(tx: Tx, input: Input, password_hash: string | null, context: UserChange) {
  const { id, version, user_id: _id, password: _password, ...sent } = input;
  const { caller, request_id, now } = context;
  const topUsers = await lockActiveTopUsers(tx);
  const { user, group } = await lockUser(tx, caller, id);
  if (version !== undefined && version !== user.version) throw new Refusal('user/stale-version');
  judgeFields(context, user, input);
  const before = { user, role_key: user.role_key, group };
  const after = await placeAfter(tx, context, before, sent);
  judgeRemoval(user, sent, after.role_key, topUsers);
  await notify(tx, user, sent, password_hash !== null, now);
  if (leavesItsCases(before, after) || becomesDormant(user, sent))
    await giveBackCases(tx, { id, name: user.name, by: authorOf(caller), request_id, now });
  const next = user.version + 1;
  const found = { newEmail: changesEmail(user, sent), password_hash, now };
  // A function in the database copies the name or group into the cases that the user reads, including cases outside of
  // the caller's scope.
  await beyondScope(tx, async () => {
    if (after !== before)
      await tx.execute(sql`select place_user(${id}, ${after.role_key}, ${after.group.id})`);
    await tx
      .update(users)
      .set({ ...columnsOf(sent, found), version: next, updated_at: now })
      .where(eq(users.id, id));
  });
  const ending = endingOf(sent, password_hash !== null);
  if (ending !== null) await endSessions(tx, id, ending, now);
  await concludeUser(tx, { id, version: next, action: 'change', fields: sentFields(input) });
  return { id, version: next };
}

export async function changeUser(
  { db, hashes }: { readonly db: Db; readonly hashes: PasswordHashes },
  input: Input,
  context: UserChange,
) {
  const { password } = input;
  // Checked before the slow hashing, and again in the transaction that writes.
  const { user_id } = await unaudited(() =>
    transact(db, async (tx) => {
      const { user } = await lockUser(tx, context.caller, input.id);
      judgeFields(context, user, input);
      return user;
    }),
  );
  if (password !== undefined) judgePassword(password, user_id);
  const password_hash = password === undefined ? null : await hashes.make(password);
  return transact(db, (tx) => change(tx, input, password_hash, context));
}
