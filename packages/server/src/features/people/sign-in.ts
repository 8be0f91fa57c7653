/** Sign-in, and asking for the password again before an act that cannot be taken back. */
import {
  isGroupType,
  isRoleKey,
  levelOf,
  roleKeys,
  type GroupType,
  type RoleKey,
} from '@rhythmdesk/domain/people/roles';
import { useFlag, type LoginAnswer } from '@rhythmdesk/contract/auth';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { CheckPassword } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  countedOfSession,
  countedOfSignIn,
  isKnownAddress,
  networkOf,
  type Counted,
  type ThrottleLimits,
} from './counted-attempts.ts';
import { countAttempt, forgiveAttempt } from './login-throttle.ts';
import { tellNewDevice } from './new-device.ts';
import type { PasswordHashes } from './password-hashes.ts';
import { endOldestSessions, startSession, type SessionLimits } from './sessions.ts';

export type SignInDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly hashes: PasswordHashes;
  readonly throttle: ThrottleLimits;
  /** `per_user`: how many sessions one user has at once. */
  readonly session: SessionLimits & { readonly per_user: number };
};

export type SignInCall = {
  readonly input: { readonly user_id: string; readonly password: string };
  readonly ip: string;
  readonly user_agent: string;
};

/** A role as it crosses the wire: its number is its place in the table of roles. */
export function roleView(role_key: RoleKey, group_type: GroupType) {
  return { id: roleKeys.indexOf(role_key) + 1, role_key, group_type, level: levelOf(role_key) };
}

async function findUser(db: Db, user_id: string) {
  const [row] = await db
    .select({ user: users, group: userGroups })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(
      and(
        eq(sql`lower(${users.user_id})`, user_id.toLowerCase()),
        isNull(users.deleted_at),
        isNull(userGroups.deleted_at),
      ),
    );
  return row;
}

type Judged = { readonly from: string; readonly counted: readonly Counted[] };

/** Counts the attempt, looks at the password, takes the count back when it was right. */
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
  ip: string,
): Promise<Judged> {
  const known = id !== null && (await isKnownAddress(db, id, ip, clock.now()));
  return { from: networkOf(ip), counted: countedOfSignIn({ user_id, ip, known }, throttle) };
}

export async function signIn(
  dependencies: SignInDependencies,
  { input, ip, user_agent }: SignInCall,
): Promise<LoginAnswer> {
  const { db, clock, session } = dependencies;
  const found = await findUser(db, input.user_id);
  const stored = found?.user.password_hash ?? null;
  const judged = await judgedSignIn(dependencies, found?.user.id ?? null, input.user_id, ip);
  const right = await passwordIsRight(dependencies, judged, stored, input.password);
  if (!right || found === undefined) throw new Refusal('auth/login-failed');
  const { user, group } = found;
  if (!isRoleKey(user.role_key) || !isGroupType(group.type)) throw new Error('a user without a known role');
  const use_flag = useFlag.parse(user.use_flag);
  const token =
    use_flag !== 'Y'
      ? ''
      : await transact(db, async (tx) => {
          const now = clock.now();
          const from = { user_id: user.id, ip, user_agent };
          await tellNewDevice(tx, from, now);
          const begun = await startSession(tx, from, session, now);
          await endOldestSessions(tx, user.id, session.per_user, session, now);
          return begun;
        });
  return {
    token,
    id: user.id,
    user_id: user.user_id,
    user_role: roleView(user.role_key, group.type),
    use_flag,
    must_change_password: user.must_change_password,
  };
}

/** The one who acts says their password again before an act that cannot be taken back. */
export function makeCheckPassword(dependencies: SignInDependencies): CheckPassword {
  return async (caller, password) => {
    const [row] = await dependencies.db
      .select({ password_hash: users.password_hash })
      .from(users)
      .where(and(eq(users.id, caller.id), isNull(users.deleted_at)));
    const { token_hash } = caller.session;
    const counted = countedOfSession(token_hash, dependencies.throttle);
    const from = `session ${token_hash.toString('hex')}`;
    return passwordIsRight(dependencies, { from, counted }, row?.password_hash ?? null, password);
  };
}
