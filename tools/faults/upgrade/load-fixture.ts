/** Fills an empty database with the fixture: the older commit's tables with their rows. */
import { makeTables, readMigrations } from '@rhythmdesk/server/platform/db/migrate';
import { Client } from 'pg';
import { z } from 'zod';
import { invariant } from '../fault-program.ts';
import type { EmptyDatabase } from '../throwaway-database.ts';
import type { Fixture } from './fixture.ts';
import { readColumns, type Rows } from './read-installation.ts';

const applied = z.array(z.object({ name: z.string(), sha256: z.string() }));
const sequences = z.array(z.object({ sequence: z.string(), last: z.coerce.number().nullable() }));

async function oldMigrations({ rows }: Fixture) {
  const known = applied.parse(rows['schema_migration']);
  const files = (await readMigrations()).slice(0, known.length);
  const isSame = known.every(({ name, sha256 }) =>
    files.some((file) => file.name === name && file.sha256 === sha256),
  );
  invariant(isSame, 'the migrations of the older commit are the first of today');
  return files;
}

async function loadRows(client: Client, rows: Rows): Promise<void> {
  // Triggers have already changed these rows, and foreign keys would require an order.
  await client.query(`set session_replication_role = replica`);
  for (const [table, columns] of await readColumns(client)) {
    const list = columns.map((name) => `"${name}"`).join(', ');
    await client.query(`delete from "${table}"`);
    await client.query(
      `insert into "${table}" (${list}) overriding system value
       select ${list} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
      [JSON.stringify(rows[table] ?? [])],
    );
  }
  await client.query(`set session_replication_role = origin`);
}

async function setSequences(client: Client): Promise<void> {
  const found = await client.query(`
    select pg_get_serial_sequence(format('%I', table_name), column_name) as sequence,
      (xpath('/row/m/text()', query_to_xml(format('select max(%I) as m from %I', column_name, table_name),
        false, true, '')))[1]::text as last
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`);
  for (const { sequence, last } of sequences.parse(found.rows)) {
    if (last !== null) await client.query('select setval($1::regclass, $2)', [sequence, last]);
  }
}

/** Adds the days since the fixture was made to sessions and upload capabilities, so that they have not expired. */
export async function renewTimes(client: Client, made_at: string): Promise<void> {
  const since = `(now() - '${made_at}'::timestamptz)`;
  await client.query(`update sessions set created_at = created_at + ${since},
    last_seen_at = last_seen_at + ${since}, expires_at = expires_at + ${since}`);
  await client.query(`update uploads set capability_expires_at = capability_expires_at + ${since},
    created_at = created_at + ${since}, updated_at = updated_at + ${since}`);
}

export async function loadFixture(database: EmptyDatabase, fixture: Fixture): Promise<void> {
  const owner = new Client(database.owner);
  await owner.connect();
  try {
    await makeTables(owner, database.owner, await oldMigrations(fixture));
  } finally {
    await owner.end();
  }
  const client = new Client(database.superuser);
  await client.connect();
  try {
    await loadRows(client, fixture.rows);
    await setSequences(client);
    await renewTimes(client, fixture.made_at);
  } finally {
    await client.end();
  }
}
