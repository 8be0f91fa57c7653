/**
 * Seals row scopes, so that the database knows that the program opened them. Somebody who only has the application's
 * password can name a scope but cannot seal it. The key is derived from the installation's key, which is outside of the
 * database; in the database only the owner's role can read it (migration 0080).
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Client, ClientBase, Pool } from 'pg';

/** HMAC-SHA-256 pads a key to its block size. */
const blockBytes = 64;

export function scopeKeyFrom(installationKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', installationKey, '', 'rhythmdesk scopes of rows', 32));
}

const padded = (key: Buffer, by: number): Buffer =>
  Buffer.from(Buffer.concat([key], blockBytes).map((byte) => byte ^ by));

/** Stores the key with which the owner's database checks seals. */
export async function keepScopeKey(owner: Pick<Client, 'query'> | Pool, key: Buffer): Promise<void> {
  await owner.query(
    `insert into scope_keys (inner_key, outer_key) values ($1, $2)
     on conflict (id) do update set inner_key = excluded.inner_key, outer_key = excluded.outer_key
     where (scope_keys.inner_key, scope_keys.outer_key) is distinct from (excluded.inner_key, excluded.outer_key)`,
    [padded(key, 0x36), padded(key, 0x5c)],
  );
}

/** Returns the key that a pool was opened with; null for the owner's role, which needs none. */
export function scopeKeyOf(pool: Pool): Buffer | null {
  const options: unknown = Reflect.get(pool, 'options');
  const key: unknown =
    typeof options === 'object' && options !== null ? Reflect.get(options, 'scopeKey') : null;
  return Buffer.isBuffer(key) ? key : null;
}

/** Preparing a key takes six times as long as the seal. */
const prepared = new WeakMap<Buffer, KeyObject>();

function preparedKey(key: Buffer): KeyObject {
  const known = prepared.get(key) ?? createSecretKey(key);
  prepared.set(key, known);
  return known;
}

/**
 * What a seal is valid for besides its scope: each transaction of a connection, a connection until it ends, or a single
 * transaction.
 */
export type SealPlace = `${'transaction' | 'standing' | 'once'} ${string}`;

/** The place of a connection that leads to PostgreSQL itself. */
export const placeOf = (client: ClientBase, kind: 'transaction' | 'standing' = 'transaction'): SealPlace =>
  `${kind} ${String(Reflect.get(client, 'processID'))}`;

export function sealOf(key: Buffer | null, place: SealPlace, scope: string): string {
  if (key === null) return '';
  return createHmac('sha256', preparedKey(key)).update(`open ${place} ${scope}`).digest('hex');
}
