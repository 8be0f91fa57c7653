/**
 * Handles setting up, renewing and removing second factors, and their reset by an administrator of the user.
 *
 * Invariants: each change requires the current password and is reported to the user by bell and mail; setting up a
 * factor lifts the limits of a session that was waiting for it; nobody but the user ever reads a secret or a code.
 */
import type { factorRoutes } from '@rhythmdesk/contract/second-factors';
import { eq } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { sessions, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  deleteAuthenticator,
  readAuthenticator,
} from './authenticator.ts';
import { countedOfSession } from './counted-attempts.ts';
import { requireProof, type ProvedAgain } from './current-password.ts';
import { deleteFactors } from './delete-factors.ts';
import { factorStandingOf, waysOf } from './factor-standing.ts';
import type { PeopleDependencies } from './handlers.ts';
import { lockUserBelow } from './lock-user-below.ts';
import { countAttempt, forgiveAttempt } from './login-throttle.ts';
import { countRecoveryCodes, deleteRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';
import { listPasskeys } from './passkeys.ts';
import { endSessions } from '../../records/people/end-sessions.ts';
import { notifyFactorsChanged, notifyFactorsReset } from './notify-changes.ts';
import { requireWayIn } from './ways-in.ts';

const ok = { ok: true } as const;

/** Locks the caller's row, so that only one change of their factors runs at a time. */
export async function lockOwn(tx: Tx, { id }: Caller): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update');
}

export async function requireOffered({ db, clock }: PeopleDependencies, { id }: Caller): Promise<void> {
  const { rule } = await factorStandingOf(db, id, (await waysOf(db, id)).length > 0, clock.now());
  if (rule === 'off') throw new Refusal('auth/factor-off');
}

async function readFactors({ db, clock }: PeopleDependencies, { id }: Caller) {
  const authenticator = await readAuthenticator(db, id);
  const passkeys = await listPasskeys(db, id);
  const hasFactor = authenticator !== null || passkeys.length > 0;
  const { rule, due_at } = await factorStandingOf(db, id, hasFactor, clock.now());
  return {
    rule,
    due_at,
    authenticator:
      authenticator === null
        ? null
        : {
            created_at: authenticator.created_at.toISOString(),
            last_used_at: authenticator.last_used_at?.toISOString() ?? null,
          },
    passkeys: passkeys.map(({ passkey_id, name, backed_up, created_at, last_used_at }) => ({
      ...{ passkey_id, name, backed_up },
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    recovery_codes_left: await countRecoveryCodes(db, id),
  };
}

/** Concludes the set-up of a factor: the session gets its full rights, and the first factor creates recovery codes. */
export async function concludeEnrolment(tx: Tx, { sealer }: PeopleDependencies, caller: Caller, now: Date) {
  const { token_hash } = caller.session;
  await tx.update(sessions).set({ enrolment_only: false }).where(eq(sessions.token_hash, token_hash));
  await notifyFactorsChanged(tx, caller.id, now);
  const has = await countRecoveryCodes(tx, caller.id);
  return { recovery_codes: has > 0 ? null : await makeRecoveryCodes(tx, sealer, caller.id, now) };
}

async function confirm(dependencies: PeopleDependencies, caller: Caller, code: string) {
  const { db, clock, sealer, throttle } = dependencies;
  const now = clock.now();
  const counted = countedOfSession(caller.session.token_hash, throttle);
  await countAttempt(db, counted, now);
  const done = await transact(db, async (tx) => {
    await lockOwn(tx, caller);
    if (!(await confirmAuthenticator(tx, sealer, caller.id, code, now))) return null;
    return concludeEnrolment(tx, dependencies, caller, now);
  });
  if (done === null)
    throw new Refusal('auth/factor-wrong', { fields: { code: 'refusal.auth.factor-wrong' } });
  await forgiveAttempt(db, counted, now);
  return done;
}

/** Keeps the last factor if the institution requires one. Removing the last factor also deletes the recovery codes. */
export async function afterRemoval(tx: Tx, caller: Caller, now: Date): Promise<void> {
  if ((await waysOf(tx, caller.id)).length === 0) {
    const { rule } = await factorStandingOf(tx, caller.id, false, now);
    if (rule === 'required') throw new Refusal('auth/factor-kept');
    await deleteRecoveryCodes(tx, caller.id);
  }
  await requireWayIn(tx, caller.id);
  await notifyFactorsChanged(tx, caller.id, now);
}

async function reset({ db, clock }: PeopleDependencies, caller: Caller, id: number): Promise<void> {
  await transact(db, async (tx) => {
    const now = clock.now();
    await lockUserBelow(tx, caller, id);
    await deleteFactors(tx, id);
    await endSessions(tx, id, 'administrator', now);
    await notifyFactorsReset(tx, id, caller.name, now);
    noteAudit({ target: `user/${String(id)}` });
  });
}

export function factorHandlers(dependencies: PeopleDependencies): Handlers<typeof factorRoutes> {
  const { db, clock, sealer } = dependencies;
  const again = (caller: Caller, given: ProvedAgain) => requireProof(dependencies, caller, given);
  return {
    signInFactors: ({ caller }) => readFactors(dependencies, caller),
    beginAuthenticator: async ({ caller, input }) => {
      await requireOffered(dependencies, caller);
      await again(caller, input);
      return transact(db, (tx) => beginAuthenticator(tx, sealer, caller, clock.now()));
    },
    confirmAuthenticator: ({ caller, input }) => confirm(dependencies, caller, input.code),
    removeAuthenticator: async ({ caller, input }) => {
      await again(caller, input);
      await transact(db, async (tx) => {
        await lockOwn(tx, caller);
        await deleteAuthenticator(tx, caller.id);
        await afterRemoval(tx, caller, clock.now());
      });
      return ok;
    },
    renewRecoveryCodes: async ({ caller, input }) => {
      await again(caller, input);
      const now = clock.now();
      const recovery_codes = await transact(db, async (tx) => {
        await lockOwn(tx, caller);
        if ((await waysOf(tx, caller.id)).length === 0) throw new Refusal('auth/factor-begun-not');
        await notifyFactorsChanged(tx, caller.id, now);
        return makeRecoveryCodes(tx, sealer, caller.id, now);
      });
      return { recovery_codes };
    },
    resetFactors: async ({ caller, input }) => {
      await reset(dependencies, caller, input.id);
      return ok;
    },
  };
}
