/** Returns and changes the profile of the signed-in user. Source: specification, section 5. */
import {
  groupName,
  preferences as preferencesShape,
  type Preferences,
  type SessionUser,
} from '@rhythmdesk/contract/people';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { isEmail, stripPhone } from '@rhythmdesk/domain/people/contact';
import { passwordFault } from '@rhythmdesk/domain/people/passwords';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { requireProof, type AgainChecks, type ProvedAgain } from './current-password.ts';
import { factorStandingOf, waysOf } from './factor-standing.ts';
import type { PasswordHashes } from './password-hashes.ts';
import type { SessionLimits } from './sessions.ts';
import { endSessions } from '../../records/people/end-sessions.ts';
import { roleView } from './begin-session.ts';
import { providerOf } from './providers/provider-standing.ts';
import type { Providers } from './providers/providers.ts';
import { hashIn } from './ways-in.ts';
import { countCode, letWait } from './own-email.ts';
import { notifyPasswordChanged } from './notify-changes.ts';

export type Site = SessionUser['site'];

const noPreferences: Preferences = { lists: {}, single_letter_keys: true };

async function readUser(db: Db, id: number) {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deleted_at)));
  if (user === undefined) throw new Refusal('auth/account-inactive');
  return user;
}

type MeDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly session: SessionLimits;
  readonly site: Site;
  readonly providers: Providers;
};

export async function readMe(
  { db, clock, session: limits, site, providers }: MeDependencies,
  caller: Caller,
): Promise<SessionUser> {
  const user = await readUser(db, caller.id);
  const [group] = await db
    .select({ idle_minutes: userGroups.idle_minutes })
    .from(userGroups)
    .where(eq(userGroups.id, caller.user_group.id));
  const now = clock.now();
  const ways = await waysOf(db, caller.id);
  const { due_at } = await factorStandingOf(db, caller.id, ways.length > 0, now);
  const provider = await providerOf(db, providers, caller.id);
  const kept = preferencesShape.safeParse(user.preferences);
  return {
    id: user.id,
    user_id: user.user_id,
    name: user.name,
    email: user.email,
    phone_number: user.phone_number,
    user_role: roleView(caller.role_key, caller.user_group.type),
    user_group: groupName.parse(caller.user_group),
    use_flag: user.use_flag === 'D' ? 'D' : 'Y',
    scope_number: user.scope_number,
    must_change_password: user.must_change_password,
    must_enrol: caller.must_enrol,
    // A session with full rights after this date was proved in another way: by a provider that asked for a second
    // factor itself.
    factor_due_at:
      due_at !== null && Date.parse(due_at) <= now.getTime() && !caller.must_enrol ? null : due_at,
    has_passkey: ways.includes('passkey'),
    has_password: hashIn(user.password_hash) !== null,
    provider: provider?.settings.name ?? null,
    session_idle_seconds: (group?.idle_minutes ?? limits.idle_minutes) * 60,
    session_expires_at: caller.session.expires_at.toISOString(),
    preferences: kept.success ? kept.data : noPreferences,
    site,
  };
}

export type ProfileChange = ProvedAgain & {
  readonly user_id?: string | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone_number?: string | undefined;
  readonly password?: string | undefined;
};

/** An empty text means “not sent”, because the page's form sends it so; an empty phone number clears the number. */
function judgeChange(caller: Caller, change: ProfileChange): void {
  if (change.user_id !== undefined && change.user_id !== caller.user_id)
    throw new Refusal('object/not-found');
  if (change.email && !isEmail(change.email)) {
    throw new Refusal('user/email-format', { fields: { email: 'editProfile.checkEmail' } });
  }
  const fault = change.password ? passwordFault(change.password, caller.user_id) : null;
  if (fault !== null)
    throw new Refusal(fault, { fields: { password: `refusal.${fault.replace('/', '.')}` } });
}

export type ProfileDependencies = AgainChecks & {
  readonly db: Db;
  readonly clock: Clock;
  readonly hashes: PasswordHashes;
};

async function emailOf(db: Queryable, id: number): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  return user?.email ?? '';
}

/** Returns the hash of the new password. It must differ from a one-time password, otherwise nothing would change. */
async function newHash(
  dependencies: ProfileDependencies,
  caller: Caller,
  change: ProfileChange,
): Promise<string | null> {
  if (!change.password) return null;
  if (caller.must_change_password) {
    const user = await readUser(dependencies.db, caller.id);
    if (await dependencies.hashes.matches(user.password_hash, change.password)) {
      throw new Refusal('auth/password-change-due', {
        fields: { password: 'refusal.auth.password-change-due' },
      });
    }
  }
  return dependencies.hashes.make(change.password);
}

/**
 * Changes the profile. Changes of what sign-in depends on require a proof of identity first. A new address waits until
 * its owner has entered the code sent to it.
 */
export async function updateProfile(
  dependencies: ProfileDependencies,
  caller: Caller,
  change: ProfileChange,
): Promise<void> {
  judgeChange(caller, change);
  const changesEmail = Boolean(change.email) && change.email !== (await emailOf(dependencies.db, caller.id));
  if (change.password || changesEmail) {
    await requireProof(dependencies, caller, change);
  }
  if (changesEmail) await countCode(dependencies, caller);
  const password_hash = await newHash(dependencies, caller, change);
  const now = dependencies.clock.now();
  const { name, email, phone_number } = change;
  await transact(dependencies.db, async (tx) => {
    if (email && email !== (await emailOf(tx, caller.id))) await letWait(tx, caller, email, now);
    await tx
      .update(users)
      .set({
        updated_at: now,
        version: sql`${users.version} + 1`,
        ...(name ? { name } : {}),
        ...(phone_number === undefined ? {} : { phone_number: stripPhone(phone_number) }),
        ...(password_hash === null
          ? {}
          : { password_hash, must_change_password: false, password_changed_at: now }),
      })
      .where(and(eq(users.id, caller.id), isNull(users.deleted_at)));
    if (password_hash === null) return;
    await endSessions(tx, caller.id, 'password', now, caller.session.token_hash);
    await notifyPasswordChanged(tx, caller.id, now);
  });
}

export async function updatePreferences(db: Db, caller: Caller, preferences: Preferences): Promise<void> {
  await db.update(users).set({ preferences }).where(eq(users.id, caller.id));
}

/** Stores the language of the pages, which is also used for mails. */
export async function rememberLanguage(db: Db, id: number, language: Language): Promise<void> {
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, id), sql`${users.language} is distinct from ${language}`));
}
