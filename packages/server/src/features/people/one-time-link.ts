/**
 * Mails the link for a forgotten password. The link lets its reader choose a new password once, within 20 minutes.
 *
 * Invariants: every request gets the same answer after the same work, whether the account exists or not, because a job
 * looks for the account after the answer; the database stores only the hash of the link; using a link voids all other
 * links of the user.
 */
import { createHash, randomUUID } from 'node:crypto';
import { can, reaches } from '@rhythmdesk/domain/people/can';
import { touchFault } from '@rhythmdesk/domain/people/levels';
import { passwordFault } from '@rhythmdesk/domain/people/passwords';
import { isRoleKey } from '@rhythmdesk/domain/people/roles';
import { oneTimeLimits } from '@rhythmdesk/domain/people/sign-up';
import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import { clockToleranceMs, type Clock } from '../../platform/clock/clock.ts';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { passwordLinks } from '../../platform/db/schema/new-accounts.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { foundBy } from '../../platform/db/search-sql.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { OneTime } from '../../platform/secrets/one-time.ts';
import { mailedUser, mailUser } from '../../records/people/mail-user.ts';
import { centerOf } from '../../records/people/user-scope.ts';
import { countedAsk, forgetCountsOf } from './counted-attempts.ts';
import { confirmAnswered } from './email-in-force.ts';
import { countAttempt } from './login-throttle.ts';
import type { PasswordHashes } from './password-hashes.ts';
import { endSessions } from '../../records/people/end-sessions.ts';
import { notifyPasswordChanged } from './notify-changes.ts';
import { hashIn } from './ways-in.ts';

export type LinkDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly hashes: PasswordHashes;
  readonly oneTime: OneTime;
};

/** Mails per id and day. A request over the limit gets the same answer to wait, whether the id exists or not. */
const askLimits = { delay_after: 4, lock_after: 5, lock_minutes: 20 };

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

type LinkRequest = { readonly user_id: string; readonly email: string };

/** Returns the active user with this id and address and locks the row until the transaction ends. */
async function findUser(tx: Tx, { user_id, email }: LinkRequest) {
  const [row] = await tx
    .select({
      id: users.id,
      role_key: users.role_key,
      password_hash: users.password_hash,
      user_group_id: users.user_group_id,
      group_type: userGroups.type,
      tech_center_id: centerOf,
    })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(
      and(
        foundBy('users_called', users.id, user_id),
        eq(sql`lower(${users.email})`, email.toLowerCase()),
        sql`not email_is_anothers(${users.email}, ${users.id})`,
        eq(users.use_flag, 'Y'),
        isNull(users.deleted_at),
        isNull(userGroups.deleted_at),
      ),
    )
    .for('share', { of: users });
  return row ?? null;
}

/** Queues the search for the account and answers at once. */
export async function askForLink({ db, clock }: LinkDependencies, request: LinkRequest): Promise<void> {
  await countAttempt(db, [countedAsk('password-mail of id', request.user_id, askLimits)], clock.now());
  await transact(db, (tx) => enqueue(tx, 'mail-password-link', { ...request, link_id: randomUUID() }));
}

/** Writes the link and its mail, or nothing if no user has this id and address. Running it twice leaves one of each. */
export async function mailLink(
  { db, clock, oneTime }: Pick<LinkDependencies, 'db' | 'clock' | 'oneTime'>,
  { link_id, ...request }: LinkRequest & { readonly link_id: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const found = await findUser(tx, request);
    // A user who signs in only by a provider cannot bypass the provider with a mailed link.
    if (found !== null && hashIn(found.password_hash) !== null)
      await writeLink(tx, { id: found.id, link_id, now: clock.now() }, oneTime);
  });
}

/**
 * Mails a link on behalf of an administrator. Unlike `askForLink`, it reports if no user in the administrator's scope
 * has this id and address.
 */
export async function mailLinkFor(
  { db, clock, oneTime }: LinkDependencies,
  caller: Caller,
  request: LinkRequest,
): Promise<void> {
  const grant = can(caller.actor, 'user.write');
  if (grant === 'never') throw new Refusal('auth/role-never');
  await transact(db, async (tx) => {
    const found = await findUser(tx, request);
    if (found === null || !isRoleKey(found.role_key) || !reaches('user', caller.actor, grant, found)) {
      throw new Refusal('user/not-registered', {
        fields: { user_id: 'refusal.user.not-registered' },
      });
    }
    noteAudit({ target: `user/${String(found.id)}` });
    const fault = touchFault(caller, { id: found.id, role_key: found.role_key });
    if (fault !== null) throw new Refusal(fault);
    if (hashIn(found.password_hash) === null) throw new Refusal('auth/no-password');
    await writeLink(tx, { id: found.id, link_id: randomUUID(), now: clock.now() }, oneTime);
  });
}

type NewLink = { readonly id: number; readonly link_id: string; readonly now: Date };

async function writeLink(tx: Tx, { id, link_id, now }: NewLink, oneTime: OneTime): Promise<void> {
  const user = await mailedUser(tx, id);
  if (user === null) return;
  const expires_at = new Date(now.getTime() + oneTimeLimits.link_minutes * 60_000);
  const token_hash = hashOf(oneTime.make('password-link', link_id));
  const made = await beyondScope(tx, () =>
    tx
      .insert(passwordLinks)
      .values({ link_id, token_hash, user_id: id, created_at: now, expires_at })
      .onConflictDoNothing()
      .returning({ link_id: passwordLinks.link_id }),
  );
  if (made.length === 0) return;
  await mailUser(tx, user, {
    code: 'password-link',
    parameters: {
      user_name: user.name,
      user_id: user.user_id,
      minutes: String(oneTimeLimits.link_minutes),
    },
    secret_id: link_id,
    useless_after: expires_at,
  });
}

async function goodLink(db: Queryable, token: string, now: Date, lock: boolean) {
  const query = db
    .select({
      link_id: passwordLinks.link_id,
      expires_at: passwordLinks.expires_at,
      id: users.id,
      user_id: users.user_id,
    })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.user_id))
    .where(
      and(
        eq(passwordLinks.token_hash, hashOf(token)),
        isNull(passwordLinks.used_at),
        gt(passwordLinks.expires_at, now),
        lte(passwordLinks.created_at, new Date(now.getTime() + clockToleranceMs)),
        isNull(users.deleted_at),
        eq(users.use_flag, 'Y'),
      ),
    );
  const [link] = await (lock ? query.for('update') : query);
  if (link === undefined) throw new Refusal('auth/link-gone');
  return link;
}

export async function readLink({ db, clock }: LinkDependencies, token: string) {
  const { user_id, expires_at } = await goodLink(db, token, clock.now(), false);
  return { user_id, expires_at: expires_at.toISOString() };
}

export async function resetPassword(
  { db, clock, hashes }: LinkDependencies,
  token: string,
  password: string,
): Promise<void> {
  const now = clock.now();
  const { user_id } = await goodLink(db, token, now, false);
  const fault = passwordFault(password, user_id);
  if (fault !== null) {
    throw new Refusal(fault, { fields: { password: `refusal.${fault.replace('/', '.')}` } });
  }
  const password_hash = await hashes.make(password);
  await transact(db, async (tx) => {
    const { id } = await goodLink(tx, token, now, true);
    noteAudit({ target: `user/${String(id)}` });
    await tx
      .update(users)
      .set({ password_hash, must_change_password: false, password_changed_at: now, updated_at: now })
      .where(eq(users.id, id));
    await tx
      .update(passwordLinks)
      .set({ used_at: now })
      .where(and(eq(passwordLinks.user_id, id), isNull(passwordLinks.used_at)));
    await confirmAnswered(tx, id, now);
    await endSessions(tx, id, 'password', now);
    await notifyPasswordChanged(tx, id, now);
  });
  await forgetCountsOf(db, user_id);
}

/** Deletes links that have been void for a day and returns how many. */
export async function forgetOldLinks(db: Db, now: Date): Promise<number> {
  const old = await db
    .delete(passwordLinks)
    .where(lt(passwordLinks.expires_at, new Date(now.getTime() - 86_400_000)))
    .returning({ link_id: passwordLinks.link_id });
  return old.length;
}
