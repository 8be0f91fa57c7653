/**
 * Continues a sign-in after the first step. An inactive account gets no session; a user with a second factor is asked
 * for it; every other user gets a session. Attempts at the second step are counted and locked by user, like passwords
 * but in separate counters. So nobody who does not know the password can lock a user out.
 */
import { useFlag, type LoginAnswer } from '@rhythmdesk/contract/auth';
import {
  isGroupType,
  isRoleKey,
  levelOf,
  roleKeys,
  type GroupType,
  type RoleKey,
} from '@rhythmdesk/domain/people/roles';
import type { PasskeyAnswer, PasskeyProof } from '@rhythmdesk/contract/passkeys';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit, type AuditedPerson } from '../../platform/audit/audited-call.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { takeCode } from './authenticator.ts';
import { countedAsk } from './counted-attempts.ts';
import { factorStandingOf, waysOf } from './factor-standing.ts';
import { countAttempt, forgiveAttempt } from './login-throttle.ts';
import { notifyNewDevice } from './new-device.ts';
import { takeAnswer } from './passkeys.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { endOldestSessions, startSession } from './sessions.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import { makeTicket, readTicket, useTicket } from './sign-in-tickets.ts';
import { notifyFactorsChanged } from './notify-changes.ts';

export type From = { readonly ip: string; readonly user_agent: string };

type Known = {
  readonly user: typeof users.$inferSelect;
  readonly group: typeof userGroups.$inferSelect;
};

/** Returns the view of a role for the API. Its number is its position in the table of roles. */
export function roleView(role_key: RoleKey, group_type: GroupType) {
  return { id: roleKeys.indexOf(role_key) + 1, role_key, group_type, level: levelOf(role_key) };
}

/** Returns the owner of the account for the audit log. */
export const whoOf = ({ user, group }: Known): AuditedPerson => ({
  user_id: user.id,
  role_key: user.role_key,
  user_group_id: group.id,
});

export async function knownUser(db: Queryable, id: number | null): Promise<Known> {
  const [row] = await db
    .select({ user: users, group: userGroups })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(and(eq(users.id, id ?? 0), isNull(users.deleted_at), isNull(userGroups.deleted_at)));
  if (row === undefined) throw new Refusal('auth/second-step-gone');
  noteAudit({ who: whoOf(row) });
  return row;
}

function answerOf({ user, group }: Known, rest: Pick<LoginAnswer, 'token' | 'second_step'>): LoginAnswer {
  if (!isRoleKey(user.role_key) || !isGroupType(group.type)) throw new Error('a user without a known role');
  return {
    ...rest,
    id: user.id,
    user_id: user.user_id,
    user_role: roleView(user.role_key, group.type),
    use_flag: useFlag.parse(user.use_flag),
    must_change_password: user.must_change_password,
  };
}

async function begin(
  tx: Tx,
  { session }: SignInDependencies,
  user_id: number,
  from: From,
  now: Date,
  provedTwice = false,
) {
  const has_factor = (await waysOf(tx, user_id)).length > 0;
  const { must_enrol } = await factorStandingOf(tx, user_id, has_factor, now);
  const enrolment_only = must_enrol && !provedTwice;
  const started = { user_id, ...from };
  await notifyNewDevice(tx, started, now);
  const token = await startSession(tx, { ...started, enrolment_only }, session, now);
  await endOldestSessions(tx, user_id, session.per_user, session, now);
  return token;
}

/**
 * Refuses a sign-in whose user was changed since the proof: a change of the password ends all sessions, and this one
 * would remain. The user's row is locked, so that a change in progress is waited for.
 */
async function requireUnchanged(tx: Tx, { user: { id, password_hash } }: Known): Promise<void> {
  const [row] = await tx
    .select({ password_hash: users.password_hash, deleted_at: users.deleted_at })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update');
  if (row?.password_hash !== password_hash || row.deleted_at !== null) throw new Refusal('auth/login-failed');
}

/**
 * Continues after the first step, whichever proof was used. `provedTwice` is true if the identity provider has already
 * asked for a second factor.
 */
export async function afterFirstStep(
  dependencies: SignInDependencies,
  known: Known,
  from: From,
  provedTwice = false,
): Promise<LoginAnswer> {
  const { db, clock } = dependencies;
  const { id, use_flag } = known.user;
  noteAudit({ who: whoOf(known), ...(use_flag === 'Y' ? {} : { target: `flag ${use_flag}` }) });
  if (use_flag !== 'Y') return answerOf(known, { token: '', second_step: null });
  return transact(db, async (tx) => {
    const now = clock.now();
    await requireUnchanged(tx, known);
    const ways = await waysOf(tx, id);
    if (ways.length === 0 || provedTwice) {
      const token = await begin(tx, dependencies, id, from, now, provedTwice);
      return answerOf(known, { token, second_step: null });
    }
    noteAudit({ target: 'second step' });
    const { ticket, expires_at } = await makeTicket(tx, { purpose: 'second-step', user_id: id }, now);
    const second_step = { ticket, ways: [...ways], expires_at: expires_at.toISOString() };
    return answerOf(known, { token: '', second_step });
  });
}

export type SecondStep = {
  readonly ticket: string;
  readonly code?: string | undefined;
  readonly recovery_code?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
};

const challengeShape = z.object({ challenge: z.string() });

/** A wrong passkey answer is refused for good and is not counted, because passkeys cannot be guessed. */
async function isRight(
  tx: Tx,
  { sealer, relyingParty }: SignInDependencies,
  { id, details }: { readonly id: number; readonly details: unknown },
  { code, recovery_code, passkey }: SecondStep,
  now: Date,
): Promise<boolean> {
  if (passkey !== undefined) {
    const parsed = challengeShape.safeParse(details);
    if (!parsed.success) throw new Refusal('auth/passkey-refused');
    const { challenge } = parsed.data;
    await takeAnswer(tx, relyingParty, { challenge, owner: id, userVerified: false }, passkey, now);
    return true;
  }
  if (code !== undefined) return takeCode(tx, sealer, id, code, now);
  const taken = await takeRecoveryCode(tx, sealer, id, recovery_code ?? '', now);
  if (taken) await notifyFactorsChanged(tx, id, now);
  return taken;
}

type Proof = 'code' | 'recovery_code' | 'passkey';

function proofOf(given: SecondStep): Proof {
  const [proof, ...more] = (['code', 'recovery_code', 'passkey'] as const).filter(
    (name) => given[name] !== undefined,
  );
  if (proof === undefined || more.length > 0) {
    throw new Refusal('input/field-missing', { fields: { code: 'alert.required' } });
  }
  return proof;
}

/**
 * Checks the second step. The attempt is counted before the check and outside of the transaction, so that a wrong one
 * stays counted.
 */
export async function takeSecondStep(
  dependencies: SignInDependencies,
  given: SecondStep,
  from: From,
): Promise<LoginAnswer> {
  const { db, clock, throttle } = dependencies;
  const proof = proofOf(given);
  const now = clock.now();
  const { user_id, details } = await readTicket(db, 'second-step', given.ticket, now);
  const known = await knownUser(db, user_id);
  const { id } = known.user;
  const counted = proof === 'passkey' ? [] : [countedAsk('second step of user', String(id), throttle)];
  if (counted.length > 0) await countAttempt(db, counted, now);
  const token = await transact(db, async (tx) => {
    if (!(await isRight(tx, dependencies, { id, details }, given, now))) return null;
    await useTicket(tx, 'second-step', given.ticket, now);
    return begin(tx, dependencies, id, from, now);
  });
  if (token === null)
    throw new Refusal('auth/factor-wrong', { fields: { [proof]: 'refusal.auth.factor-wrong' } });
  if (counted.length > 0) await forgiveAttempt(db, counted, now);
  return answerOf(known, { token, second_step: null });
}

/** Signs a user in with a passkey alone. The passkey has verified its user, so it counts as both steps. */
export async function signInByPasskey(
  dependencies: SignInDependencies,
  { ticket, answer }: PasskeyProof,
  from: From,
): Promise<LoginAnswer> {
  const { db, clock, relyingParty } = dependencies;
  return transact(db, async (tx) => {
    const now = clock.now();
    const { details } = await useTicket(tx, 'passkey-sign-in', ticket, now);
    const { challenge } = challengeShape.parse(details);
    const id = await takeAnswer(
      tx,
      relyingParty,
      { challenge, owner: null, userVerified: true },
      answer,
      now,
    );
    const known = await knownUser(tx, id);
    const token = known.user.use_flag === 'Y' ? await begin(tx, dependencies, id, from, now) : '';
    return answerOf(known, { token, second_step: null });
  });
}
