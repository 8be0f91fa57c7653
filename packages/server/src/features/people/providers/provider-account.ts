/**
 * Whose account a provider's word opens: the one that it was linked to; else the one of the verified e-mail address, once;
 * else a new one of level 1, where the institution says so.
 *
 * Laws: a provider opens accounts of the institutions that it serves and no other; an e-mail address alone links nobody of
 * level 4 or 5, nobody who has another subject there, and nobody where two have the address; whose account was deleted gets
 * none by itself.
 */
import { isLoginId } from '@rhythmdesk/domain/people/contact';
import { isGroupType, isRoleKey, levelOf, type GroupType } from '@rhythmdesk/domain/people/roles';
import { signUpRoles } from '@rhythmdesk/domain/people/sign-up';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { notifyFactorsChanged } from '../notify-changes.ts';
import { noPassword } from '../ways-in.ts';
import { findIdentity, hasIdentityOf, linkIdentity, noteUse, servedOf } from './identities.ts';
import type { Provider, ProviderClaims } from './provider-client.ts';
import { serves } from './providers.ts';

/** Who stands above is linked by hand, signed in with their own password. */
const highestLinkedLevel = 3;

/** With room for a number behind. */
const longestBase = 24;

const nobody = (): Refusal => new Refusal('auth/provider-no-account');

async function usersOfEmail(tx: Tx, email: string) {
  return tx
    .select({ id: users.id, role_key: users.role_key, user_group_id: users.user_group_id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deleted_at)))
    .limit(2)
    .for('update');
}

async function linkByEmail(tx: Tx, provider: Provider, claims: ProviderClaims, now: Date) {
  const found = await usersOfEmail(tx, claims.email ?? '');
  const [user] = found;
  if (user === undefined) return null;
  const { id, role_key, user_group_id } = user;
  const fits = found.length === 1 && isRoleKey(role_key) && levelOf(role_key) <= highestLinkedLevel;
  if (!fits || !serves(provider, await servedOf(tx, id))) throw nobody();
  if (await hasIdentityOf(tx, id, claims.issuer)) throw nobody();
  await linkIdentity(tx, id, claims, now);
  await notifyFactorsChanged(tx, id, now);
  const who = { user_id: id, role_key, user_group_id };
  noteAudit({ act: 'identity.change', target: `user/${String(id)} by ${provider.settings.provider}`, who });
  return id;
}

/** The one institution whose people the provider may bring along; none where two could be meant. */
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

/** Ids to try, from what the provider calls them: letters and digits, then with a number behind. */
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

/** The account that this subject was linked to; null where there is none, or where it is gone. */
export async function knownAccount(tx: Tx, provider: Provider, claims: ProviderClaims, now: Date) {
  const known = await findIdentity(tx, claims);
  if (known === null || known.gone) return null;
  if (!serves(provider, await servedOf(tx, known.user_id))) throw nobody();
  await noteUse(tx, claims, now);
  return known.user_id;
}

/** The account of who comes for the first time, linked from now on. */
export async function newAccount(
  tx: Tx,
  provider: Provider,
  claims: ProviderClaims,
  now: Date,
): Promise<number> {
  if (claims.email === null) throw nobody();
  const linked = await linkByEmail(tx, provider, claims, now);
  if (linked !== null) return linked;
  if ((await findIdentity(tx, claims)) !== null) throw nobody();
  return createUser(tx, provider, claims, now);
}
