/**
 * Creates, lists, rotates and revokes the API keys of institutions.
 *
 * Each key belongs to an account of its own, to which nobody can sign in, and its secret is a session of that account
 * without an idle limit. So everything that a session decides holds for a key: the row scope, the audit log, event
 * streams, and its end at once.
 */
import type { ApiKey, ApiKeys, apiKeyRoutes, NewApiKey } from '@rhythmdesk/contract/api-keys';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import {
  keyRole,
  keyState,
  keyScopes,
  mayMakeKey,
  mostKeys,
  scopesOf,
  type KeyScope,
} from '@rhythmdesk/domain/people/api-keys';
import { and, count, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { beyondScope } from '../../../platform/db/row-scope.ts';
import { apiKeys } from '../../../platform/db/schema/api-keys.ts';
import { sessions, users } from '../../../platform/db/schema/people.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { endSession } from '../../../records/people/end-sessions.ts';
import { tokenHash } from '../sessions.ts';
import {
  holdInstitution,
  insertAccount,
  institutionFor,
  type Change,
  type Institution,
} from './key-account.ts';

/** The beginning of every secret, by which scanners of leaked secrets recognise it. */
const prefix = 'rdk_';
const hintLength = prefix.length + 6;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

type Row = typeof apiKeys.$inferSelect;
type Known = {
  readonly author: string;
  readonly revoker: string | null;
  readonly last_seen_at: Date | null;
  readonly has_session: boolean;
};

const storedScopes = z.array(z.enum(keyScopes));

function viewOf(row: Row, { author, revoker, last_seen_at, has_session }: Known, now: Date): ApiKey {
  const { key_id, name, hint, scopes, created_by, created_at, expires_at, revoked_by, revoked_at } = row;
  const isUsed = last_seen_at !== null && last_seen_at > created_at;
  return {
    key_id,
    name,
    hint,
    scopes: storedScopes.parse(scopes),
    state: keyState({ ...row, has_session }, now.getTime()),
    created_by: { id: created_by, name: author },
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: isUsed ? last_seen_at.toISOString() : null,
    revoked_by: revoked_by === null ? null : { id: revoked_by, name: revoker ?? '' },
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}

export async function listKeys(db: Db, caller: Caller, id: number, now: Date): Promise<ApiKeys> {
  const institution = await institutionFor(db, caller, id);
  const authors = alias(users, 'authors');
  const revokers = alias(users, 'revokers');
  const found = await transact(db, (tx) =>
    beyondScope(tx, () =>
      tx
        .select({
          row: getTableColumns(apiKeys),
          author: authors.name,
          revoker: revokers.name,
          last_seen_at: sessions.last_seen_at,
          has_session: sql<boolean>`${sessions.token_hash} is not null and ${sessions.revoked_at} is null`,
        })
        .from(apiKeys)
        .innerJoin(authors, eq(authors.id, apiKeys.created_by))
        .leftJoin(revokers, eq(revokers.id, apiKeys.revoked_by))
        .leftJoin(sessions, eq(sessions.token_hash, apiKeys.token_hash))
        .where(eq(apiKeys.user_group_id, id))
        .orderBy(desc(apiKeys.key_id)),
    ),
  );
  const { type } = institution;
  return {
    institution,
    role_key: keyRole(type),
    scopes: [...scopesOf(type)],
    may_create: mayMakeKey(caller.actor, type),
    items: found.map(({ row, ...known }) => viewOf(row, known, now)),
  };
}

/** Refuses a key that this caller may not make, or with a scope that its role does not have. */
function judge({ actor }: Caller, { type }: Institution, scopes: readonly KeyScope[]): void {
  if (keyRole(type) === null) throw new Refusal('key/kind');
  if (!mayMakeKey(actor, type)) throw new Refusal('key/level');
  const offered = scopesOf(type);
  if (!scopes.every((scope) => offered.includes(scope)))
    throw new Refusal('key/scope', { fields: { scopes: 'refusal.key.scope' } });
}

type Wanted = {
  readonly user_id: number;
  readonly user_group_id: number;
  readonly name: string;
  readonly scopes: string[];
  readonly days: number;
};

async function insertKey(tx: Tx, { days, ...wanted }: Wanted, { caller, now }: Change): Promise<NewApiKey> {
  const secret = prefix + randomBytes(32).toString('base64url');
  const token_hash = tokenHash(secret);
  const expires_at = new Date(now.getTime() + days * dayMs);
  const { user_id, user_group_id, name } = wanted;
  await tx
    .insert(sessions)
    .values({ token_hash, user_id, created_at: now, last_seen_at: now, expires_at, user_agent: name });
  const [row] = await tx
    .insert(apiKeys)
    .values({
      ...wanted,
      ...{ token_hash, expires_at },
      hint: secret.slice(0, hintLength),
      created_by: caller.id,
      created_at: now,
    })
    .returning();
  if (row === undefined) throw new Error('a key was not made');
  noteAudit({ target: `institution/${String(user_group_id)}: key ${String(row.key_id)} (${name})` });
  const known = { author: caller.name, revoker: null, last_seen_at: null, has_session: true };
  return { key: viewOf(row, known, now), secret };
}

const valid = (id: number, now: Date) =>
  and(eq(apiKeys.user_group_id, id), isNull(apiKeys.revoked_at), gt(apiKeys.expires_at, now));

async function refuseMany(tx: Tx, id: number, now: Date): Promise<void> {
  const [found] = await tx
    .select({ keys: count() })
    .from(apiKeys)
    .innerJoin(sessions, eq(sessions.token_hash, apiKeys.token_hash))
    .where(and(valid(id, now), isNull(sessions.revoked_at)));
  if ((found?.keys ?? 0) >= mostKeys) throw new Refusal('key/too-many');
}

export function createKey(
  db: Db,
  { id, name, scopes, days }: ParsedOf<typeof apiKeyRoutes.createApiKey>,
  change: Change,
): Promise<NewApiKey> {
  return transact(db, async (tx) => {
    await holdInstitution(tx, id);
    const institution = await institutionFor(tx, change.caller, id);
    judge(change.caller, institution, scopes);
    return beyondScope(tx, async () => {
      await refuseMany(tx, id, change.now);
      const user_id = await insertAccount(tx, institution, name, change);
      return insertKey(tx, { user_id, user_group_id: id, name, scopes, days }, change);
    });
  });
}

async function validKey(tx: Tx, id: number, key_id: number, now: Date): Promise<Row> {
  const [row] = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.user_group_id, id), eq(apiKeys.key_id, key_id)));
  if (row === undefined) throw new Refusal('object/not-found');
  const living = and(eq(sessions.token_hash, row.token_hash), isNull(sessions.revoked_at));
  const has_session = (await tx.select().from(sessions).where(living)).length > 0;
  const state = keyState({ ...row, has_session }, now.getTime());
  if (state !== 'valid' && state !== 'expiring') throw new Refusal('key/over');
  return row;
}

async function endKey(tx: Tx, { key_id, user_id, token_hash }: Row, { caller, now }: Change): Promise<void> {
  await tx.update(apiKeys).set({ revoked_by: caller.id, revoked_at: now }).where(eq(apiKeys.key_id, key_id));
  await endSession(tx, user_id, token_hash, now, 'administrator');
}

export function rotateKey(
  db: Db,
  { id, key_id, days, overlap_hours }: ParsedOf<typeof apiKeyRoutes.rotateApiKey>,
  change: Change,
): Promise<NewApiKey> {
  return transact(db, async (tx) => {
    await holdInstitution(tx, id);
    const institution = await institutionFor(tx, change.caller, id);
    return beyondScope(tx, async () => {
      const former = await validKey(tx, id, key_id, change.now);
      const { user_id, name, scopes, token_hash } = former;
      judge(change.caller, institution, storedScopes.parse(scopes));
      await refuseMany(tx, id, change.now);
      if (overlap_hours === 0) await endKey(tx, former, change);
      else {
        const overlapEnd = change.now.getTime() + overlap_hours * hourMs;
        const expires_at = new Date(Math.min(former.expires_at.getTime(), overlapEnd));
        await tx.update(apiKeys).set({ expires_at }).where(eq(apiKeys.key_id, key_id));
        await tx.update(sessions).set({ expires_at }).where(eq(sessions.token_hash, token_hash));
      }
      return insertKey(tx, { user_id, user_group_id: id, name, scopes, days }, change);
    });
  });
}

export function revokeKey(
  db: Db,
  { id, key_id }: ParsedOf<typeof apiKeyRoutes.revokeApiKey>,
  change: Change,
): Promise<{ ok: true }> {
  return transact(db, async (tx) => {
    await holdInstitution(tx, id);
    await institutionFor(tx, change.caller, id);
    await beyondScope(tx, async () => {
      const row = await validKey(tx, id, key_id, change.now);
      await endKey(tx, row, change);
      noteAudit({ target: `institution/${String(id)}: key ${String(key_id)} (${row.name})` });
    });
    return { ok: true };
  });
}
