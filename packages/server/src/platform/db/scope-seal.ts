/**
 * Seals scopes of rows, so that the database knows which ones the program states: whoever holds the application's
 * password alone can name a scope and cannot seal it. The key is made from the installation's, which lies outside of the
 * database; there only the owner's role reads it (migration 0080).
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Client, ClientBase, Pool } from 'pg';

/** HMAC-SHA-256 fills a key up to its block. */
const blockBytes = 64;

export function scopeKeyFrom(installationKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', installationKey, '', 'rhythmdesk scopes of rows', 32));
}

const padded = (key: Buffer, by: number): Buffer =>
  Buffer.from(Buffer.concat([key], blockBytes).map((byte) => byte ^ by));

/** Gives the owner's database the key that it judges seals by. */
export async function keepScopeKey(owner: Pick<Client, 'query'> | Pool, key: Buffer): Promise<void> {
  await owner.query(
    `insert into scope_keys (inner_key, outer_key) values ($1, $2)
     on conflict (id) do update set inner_key = excluded.inner_key, outer_key = excluded.outer_key
     where (scope_keys.inner_key, scope_keys.outer_key) is distinct from (excluded.inner_key, excluded.outer_key)`,
    [padded(key, 0x36), padded(key, 0x5c)],
  );
}

/** The key that a pool was opened with; null for the owner's role, which needs none. */
export function scopeKeyOf(pool: Pool): Buffer | null {
  const options: unknown = Reflect.get(pool, 'options');
  const key: unknown =
    typeof options === 'object' && options !== null ? Reflect.get(options, 'scopeKey') : null;
  return Buffer.isBuffer(key) ? key : null;
}

/** A seal holds for one connection, and either for a transaction or as its standing scope. */
export function sealOf(
  key: Buffer | null,
  client: ClientBase,
  scope: string,
  kind: 'transaction' | 'standing' = 'transaction',
): string {
  if (key === null) return '';
  const backend: unknown = Reflect.get(client, 'processID');
  return createHmac('sha256', key)
    .update(`open ${kind} ${String(backend)} ${scope}`)
    .digest('hex');
}
