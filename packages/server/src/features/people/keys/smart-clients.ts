/**
 * Registers, lists and revokes the programs of institutions that sign in by SMART backend services. Each program belongs
 * to an account of its own, as an API key does, and its tokens are sessions of that account.
 */
import { randomBytes } from 'node:crypto';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { SmartClient, smartClientRoutes, SmartClients } from '@rhythmdesk/contract/smart-clients';
import { keyRole, mayMakeKey } from '@rhythmdesk/domain/people/api-keys';
import { fhirScopes, fhirScopesOf, mostClients } from '@rhythmdesk/domain/people/fhir-scopes';
import { and, count, desc, eq, getTableColumns, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { beyondScope } from '../../../platform/db/row-scope.ts';
import { users } from '../../../platform/db/schema/people.ts';
import { smartClients } from '../../../platform/db/schema/smart-clients.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal, refuseField } from '../../../platform/http/refusal.ts';
import { endSessions } from '../../../records/people/end-sessions.ts';
import { holdInstitution, insertAccount, institutionFor, type Change } from './key-account.ts';
import { publicKeys } from './smart-keys.ts';

type Row = typeof smartClients.$inferSelect;

const storedScopes = z.array(z.enum(fhirScopes));
const storedKeys = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) });

function viewOf(row: Row, author: string, revoker: string | null): SmartClient {
  const { smart_client_id, client_id, name, created_by, created_at, last_used_at, revoked_by, revoked_at } =
    row;
  return {
    ...{ smart_client_id, client_id, name },
    scopes: storedScopes.parse(row.scopes),
    key_ids: storedKeys.parse(row.jwks).keys.map(({ kid }) => kid),
    created_by: { id: created_by, name: author },
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    revoked_by: revoked_by === null ? null : { id: revoked_by, name: revoker ?? '' },
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}

async function clientsOf(tx: Tx, user_group_id: number): Promise<SmartClient[]> {
  const authors = alias(users, 'authors');
  const revokers = alias(users, 'revokers');
  const found = await beyondScope(tx, () =>
    tx
      .select({ row: getTableColumns(smartClients), author: authors.name, revoker: revokers.name })
      .from(smartClients)
      .innerJoin(authors, eq(authors.id, smartClients.created_by))
      .leftJoin(revokers, eq(revokers.id, smartClients.revoked_by))
      .where(eq(smartClients.user_group_id, user_group_id))
      .orderBy(desc(smartClients.smart_client_id)),
  );
  return found.map(({ row, author, revoker }) => viewOf(row, author, revoker));
}

export async function listClients(
  db: Db,
  caller: Caller,
  id: number,
  token_endpoint: string | null,
): Promise<SmartClients> {
  const institution = await institutionFor(db, caller, id);
  const { type } = institution;
  return {
    institution,
    role_key: keyRole(type),
    scopes: [...fhirScopesOf(type)],
    may_create: mayMakeKey(caller.actor, type),
    token_endpoint,
    items: await transact(db, (tx) => clientsOf(tx, id)),
  };
}

/** Returns one program as it is now. */
async function clientNow(tx: Tx, id: number, smart_client_id: number): Promise<SmartClient> {
  const found = (await clientsOf(tx, id)).find((each) => each.smart_client_id === smart_client_id);
  if (found === undefined) throw new Error('a program was not stored');
  noteAudit({ target: `institution/${String(id)}: program ${found.client_id} (${found.name})` });
  return found;
}

async function refuseMany(tx: Tx, id: number): Promise<void> {
  const valid = and(eq(smartClients.user_group_id, id), isNull(smartClients.revoked_at));
  const [found] = await tx.select({ clients: count() }).from(smartClients).where(valid);
  if ((found?.clients ?? 0) >= mostClients) throw new Refusal('smart/too-many');
}

export async function createClient(
  db: Db,
  { id, name, scopes, jwks }: ParsedOf<typeof smartClientRoutes.createSmartClient>,
  change: Change,
): Promise<SmartClient> {
  const keys = await publicKeys(jwks);
  const { caller, now } = change;
  return transact(db, async (tx) => {
    await holdInstitution(tx, id);
    const institution = await institutionFor(tx, caller, id);
    if (keyRole(institution.type) === null) throw new Refusal('key/kind');
    if (!mayMakeKey(caller.actor, institution.type)) throw new Refusal('key/level');
    const offered = fhirScopesOf(institution.type);
    if (!scopes.every((scope) => offered.includes(scope))) throw refuseField('key/scope', 'scopes');
    const [row] = await beyondScope(tx, async () => {
      await refuseMany(tx, id);
      const user_id = await insertAccount(tx, institution, name, change);
      const client_id = `rdc_${randomBytes(12).toString('hex')}`;
      const made = { user_id, user_group_id: id, client_id, name, scopes, jwks: keys };
      return tx
        .insert(smartClients)
        .values({ ...made, created_by: caller.id, created_at: now })
        .returning();
    });
    if (row === undefined) throw new Error('a program was not stored');
    return clientNow(tx, id, row.smart_client_id);
  });
}

async function validClient(tx: Tx, id: number, smart_client_id: number): Promise<Row> {
  const [row] = await tx
    .select()
    .from(smartClients)
    .where(and(eq(smartClients.user_group_id, id), eq(smartClients.smart_client_id, smart_client_id)));
  if (row === undefined) throw new Refusal('object/not-found');
  if (row.revoked_at !== null) throw new Refusal('smart/over');
  return row;
}

/** Changes a valid program of an institution that the caller administers. */
function changeClient(
  db: Db,
  { id, smart_client_id }: { readonly id: number; readonly smart_client_id: number },
  { caller }: Change,
  changed: (tx: Tx, row: Row) => Promise<void>,
): Promise<SmartClient> {
  return transact(db, async (tx) => {
    await holdInstitution(tx, id);
    await institutionFor(tx, caller, id);
    await beyondScope(tx, async () => changed(tx, await validClient(tx, id, smart_client_id)));
    return clientNow(tx, id, smart_client_id);
  });
}

export async function changeKeys(
  db: Db,
  { jwks, ...key }: ParsedOf<typeof smartClientRoutes.changeSmartClientKeys>,
  change: Change,
): Promise<SmartClient> {
  const keys = await publicKeys(jwks);
  return changeClient(db, key, change, async (tx, { smart_client_id }) => {
    const one = eq(smartClients.smart_client_id, smart_client_id);
    await tx.update(smartClients).set({ jwks: keys }).where(one);
  });
}

export async function revokeClient(
  db: Db,
  key: ParsedOf<typeof smartClientRoutes.revokeSmartClient>,
  change: Change,
): Promise<{ ok: true }> {
  const { caller, now } = change;
  await changeClient(db, key, change, async (tx, { smart_client_id, user_id }) => {
    const one = eq(smartClients.smart_client_id, smart_client_id);
    await tx.update(smartClients).set({ revoked_by: caller.id, revoked_at: now }).where(one);
    await endSessions(tx, user_id, 'administrator', now);
  });
  return { ok: true };
}
