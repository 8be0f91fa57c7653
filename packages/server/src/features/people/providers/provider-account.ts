/**
 * Finds the account for a sign-in by a provider: the linked account, otherwise a new one of level 1 if the institution
 * allows it.
 *
 * Invariants: a provider opens only accounts of the institutions that it serves; an e-mail address never links an
 * account; a person whose account was deleted does not get a new one automatically.
 */
import { isLoginId } from '@rhythmdesk/domain/people/contact';
import { isGroupType, levelOf, type GroupType } from '@rhythmdesk/domain/people/roles';
import { signUpRoles } from '@rhythmdesk/domain/people/sign-up';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { foundBy } from '../../../platform/db/search-sql.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { noPassword } from '../ways-in.ts';
import { findIdentity, hasIdentityOf, linkIdentity, noteUse, servedOf } from './identities.ts';
import type { Provider, ProviderClaims } from './provider-client.ts';
import { serves } from './providers.ts';

/** Leaves space for a number at the end. */
const longestBase = 24;

const nobody = (): Refusal => new Refusal('auth/provider-no-account');

/**
 * Refuses if an account with the address exists. An address never links an account: its owner signs in with the
 * password of the account and links the provider in the account page, which asks for that password again.
 */
async function refuseExisting(tx: Tx, provider: Provider, { email, issuer }: ProviderClaims): Promise<void> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(foundBy('users_mailed', users.id, email ?? ''), isNull(users.deleted_at)));
  for (const { id } of found) {
    if (!serves(provider, await servedOf(tx, id)) || (await hasIdentityOf(tx, id, issuer))) continue;
    throw new Refusal('auth/provider-link-first');
  }
  if (found.length > 0) throw nobody();
}

/**
 * Returns the one institution for which the provider may create accounts, or null if there is none or more than one.
 */
async function openInstitution(tx: Tx, { settings }: Provider) {
  const found = await tx
    .select({ id: userGroups.id, type: userGroups.type })
    .from(userGroups)
    .where(
      and(
        inArray(userGroups.register_code, settings.register_codes),
        eq(userGroups.provider_sign_up, true),
        isNull(userGroups.deleted_at),
      ),
    )
    .limit(2);
  const [group] = found;
  return group !== undefined && found.length === 1 && isGroupType(group.type)
    ? { id: group.id, type: group.type }
    : null;
}

const firstRole = (type: GroupType) => signUpRoles(type).find((key) => levelOf(key) === 1) ?? null;

/**
 * Yields login ids to try, derived from the name at the provider: letters and digits, then with a number at the end.
 */
function* idsOf({ user_name, email }: ProviderClaims): Generator<string> {
  const [local = ''] = (email ?? '').split('@');
  const plain = [user_name.split('@')[0] ?? '', local]
    .map((text) => text.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, longestBase))
    .find((text) => isLoginId(text));
  const base = plain ?? 'user';
  yield base;
  for (let number = 2; number < 1000; number += 1) yield `${base}${String(number)}`;
}

async function createUser(tx: Tx, provider: Provider, claims: ProviderClaims, now: Date): Promise<number> {
  const group = await openInstitution(tx, provider);
  const role_key = group === null ? null : firstRole(group.type);
  if (group === null || role_key === null) throw nobody();
  const email = claims.email ?? '';
  const name = claims.name.trim() === '' ? (email.split('@')[0] ?? '') : claims.name.trim().slice(0, 80);
  for (const user_id of idsOf(claims)) {
    const [made] = await tx
      .insert(users)
      .values({
        ...{ user_id, name, email, role_key, user_group_id: group.id, password_hash: noPassword },
        ...{ active_since: now, created_at: now, updated_at: now },
      })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (made === undefined) continue;
    await linkIdentity(tx, made.id, claims, now);
    const who = { user_id: made.id, role_key, user_group_id: group.id };
    noteAudit({
      act: 'user.create',
      target: `user/${String(made.id)} by ${provider.settings.provider}`,
      who,
    });
    return made.id;
  }
  throw nobody();
}

/** Returns the account that is linked to this subject, or null if there is none or it was deleted. */
export async function knownAccount(tx: Tx, provider: Provider, claims: ProviderClaims, now: Date) {
  const known = await findIdentity(tx, claims);
  if (known === null || known.gone) return null;
  if (!serves(provider, await servedOf(tx, known.user_id))) throw nobody();
  await noteUse(tx, claims, now);
  return known.user_id;
}

/** Creates an account for a person who signs in for the first time and has none. */
export async function newAccount(
  tx: Tx,
  provider: Provider,
  claims: ProviderClaims,
  now: Date,
): Promise<number> {
  if (claims.email === null || (await findIdentity(tx, claims)) !== null) throw nobody();
  await refuseExisting(tx, provider, claims);
  return createUser(tx, provider, claims, now);
}
