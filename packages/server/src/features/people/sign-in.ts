/** Signs users in with a password, and checks the password again before an act that cannot be undone. */
import type { LoginAnswer } from '@rhythmdesk/contract/auth';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Db } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { foundBy } from '../../platform/db/search-sql.ts';
import type { CheckPassword } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { afterFirstStep, whoOf, type From } from './begin-session.ts';
import {
  countedOfSession,
  countedOfSignIn,
  networkOf,
  signInOriginOf,
  type CountedAttempt,
} from './counted-attempts.ts';
import { countAttempt, forgiveAttempt } from './login-throttle.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import { hashIn } from './ways-in.ts';

export type SignInCall = {
  readonly input: { readonly user_id: string; readonly password: string };
  readonly ip: string;
  readonly user_agent: string;
};

async function findUser(db: Db, user_id: string) {
  const [row] = await db
    .select({ user: users, group: userGroups })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(
      and(
        foundBy('users_called', users.id, user_id),
        isNull(users.deleted_at),
        ne(users.use_flag, 'S'),
        isNull(userGroups.deleted_at),
      ),
    );
  return row;
}

type Judged = { readonly from: string; readonly counted: readonly CountedAttempt[] };

/** Counts the attempt, checks the password, and takes the count back if it was right. */
async function passwordIsRight(
  { db, clock, hashes }: SignInDependencies,
  { from, counted }: Judged,
  stored: string | null,
  password: string,
): Promise<boolean> {
  return hashes.judge(from, async (matches) => {
    await countAttempt(db, counted, clock.now());
    const right = await matches(stored, password);
    if (right) await forgiveAttempt(db, counted, clock.now());
    return right;
  });
}

async function judgedSignIn(
  { db, clock, throttle }: SignInDependencies,
  id: number | null,
  user_id: string,
  from: From,
): Promise<Judged> {
  const place = id === null ? 'new' : await signInOriginOf(db, id, from, clock.now());
  return { from: networkOf(from.ip), counted: countedOfSignIn({ ...from, user_id, place }, throttle) };
}

export async function signIn(
  dependencies: SignInDependencies,
  { input, ip, user_agent }: SignInCall,
): Promise<LoginAnswer> {
  const { db } = dependencies;
  const found = await findUser(db, input.user_id);
  if (found !== undefined) noteAudit({ who: whoOf(found) });
  const stored = hashIn(found?.user.password_hash);
  const judged = await judgedSignIn(dependencies, found?.user.id ?? null, input.user_id, {
    ip,
    user_agent,
  });
  const right = await passwordIsRight(dependencies, judged, stored, input.password);
  if (!right || found === undefined) throw new Refusal('auth/login-failed');
  return afterFirstStep(dependencies, found, { ip, user_agent });
}

/** Creates the check of the caller's own password before an act that cannot be undone. */
export function makeCheckPassword(dependencies: SignInDependencies): CheckPassword {
  return async (caller, password) => {
    const [row] = await dependencies.db
      .select({ password_hash: users.password_hash })
      .from(users)
      .where(and(eq(users.id, caller.id), isNull(users.deleted_at)));
    const stored = hashIn(row?.password_hash);
    if (stored === null) throw new Refusal('auth/no-password');
    const { token_hash } = caller.session;
    const counted = countedOfSession(token_hash, dependencies.throttle);
    const from = `session ${token_hash.toString('hex')}`;
    return passwordIsRight(dependencies, { from, counted }, stored, password);
  };
}
