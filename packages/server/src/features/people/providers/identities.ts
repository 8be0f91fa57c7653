/**
 * Stores the identities of users at providers. The pair of issuer and subject stays with a deleted account, without
 * other personal data, so that the next sign-in at the provider does not create a new account.
 */
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { beyondScope } from '../../../platform/db/row-scope.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { userIdentities } from '../../../platform/db/schema/sign-in-factors.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { alias } from 'drizzle-orm/pg-core';
import type { ProviderClaims } from './provider-client.ts';
import type { Served } from './providers.ts';

type At = Pick<ProviderClaims, 'issuer' | 'subject'>;

const sameAs = ({ issuer, subject }: At) =>
  and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject));

/** Returns the user of an identity. `gone` is true if the account was deleted. */
export async function findIdentity(tx: Tx, at: At) {
  const [row] = await tx
    .select({ user_id: userIdentities.user_id, deleted_at: users.deleted_at })
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.user_id))
    .where(sameAs(at))
    .for('update', { of: userIdentities });
  return row === undefined ? null : { user_id: row.user_id, gone: row.deleted_at !== null };
}

/** Links an identity to a user, also if it belonged to a deleted account. */
export async function linkIdentity(tx: Tx, user_id: number, claims: ProviderClaims, now: Date) {
  const { issuer, subject, email } = claims;
  const known = await beyondScope(tx, async () => {
    const found = await findIdentity(tx, claims);
    if (found?.gone === true) await tx.delete(userIdentities).where(sameAs(claims));
    return found;
  });
  if (known !== null && !known.gone) {
    if (known.user_id === user_id) return;
    throw new Refusal('auth/identity-taken');
  }
  await tx
    .insert(userIdentities)
    .values({ user_id, issuer, subject, email: email ?? '', created_at: now, last_used_at: null });
}

export async function noteUse(tx: Tx, claims: ProviderClaims, now: Date): Promise<void> {
  const { email } = claims;
  await tx
    .update(userIdentities)
    .set({ last_used_at: now, ...(email === null ? {} : { email }) })
    .where(sameAs(claims));
}

export async function hasIdentityOf(tx: Tx, user_id: number, issuer: string): Promise<boolean> {
  const own = and(eq(userIdentities.user_id, user_id), eq(userIdentities.issuer, issuer));
  return (await tx.$count(userIdentities, own)) > 0;
}

export async function listIdentities(db: Queryable, user_id: number) {
  return db
    .select()
    .from(userIdentities)
    .where(eq(userIdentities.user_id, user_id))
    .orderBy(asc(userIdentities.created_at), asc(userIdentities.identity_id));
}

/** Returns the issuers at which the user signs in, the last used first. */
export async function issuersOf(db: Queryable, user_id: number): Promise<readonly string[]> {
  const rows = await db
    .select({ issuer: userIdentities.issuer })
    .from(userIdentities)
    .where(eq(userIdentities.user_id, user_id))
    .orderBy(desc(userIdentities.last_used_at), desc(userIdentities.identity_id));
  return rows.map(({ issuer }) => issuer);
}

export async function deleteIdentity(tx: Tx, user_id: number, identity_id: number): Promise<void> {
  const gone = await tx
    .delete(userIdentities)
    .where(and(eq(userIdentities.identity_id, identity_id), eq(userIdentities.user_id, user_id)))
    .returning({ identity_id: userIdentities.identity_id });
  if (gone.length === 0) throw new Refusal('object/not-found');
}

/** Removes the personal data from the identities of a deleted account. */
export async function stripIdentities(tx: Tx, user_id: number): Promise<void> {
  await tx
    .update(userIdentities)
    .set({ email: '', last_used_at: null })
    .where(eq(userIdentities.user_id, user_id));
}

const centers = alias(userGroups, 'centers');

/** Returns the register codes under which providers know the user's institution. */
export async function servedOf(db: Queryable, user_id: number): Promise<Served> {
  const [row] = await db
    .select({
      type: userGroups.type,
      register_code: userGroups.register_code,
      of_center: centers.register_code,
    })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .leftJoin(centers, and(eq(centers.id, userGroups.tech_center_id), isNull(centers.deleted_at)))
    .where(eq(users.id, user_id));
  if (row === undefined) return { register_code: null, center_code: null };
  return { register_code: row.register_code, center_code: row.type === 'team' ? row.of_center : null };
}
