/**
 * Loads the rows of a backup into tables in the state in which it was made, in one transaction: all or nothing.
 * Triggers do not run, because what they would write is already in the backup. Foreign keys are created again
 * afterwards, which checks every row at once and allows tables to be loaded in any order.
 */
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { BackupFault, jobsName, tableFile, type Manifest } from './backup-manifest.ts';
import type { BackupReader } from './backup-place.ts';
import { compressedLinesOf } from './hashed-file.ts';
import { addJobs } from './job-lines.ts';
import { copySettings } from '../db/snapshot.ts';

const foreignKeysShape = z.array(z.object({ table: z.string(), name: z.string(), says: z.string() }));
const foreignKeysQuery = `
  select c.conrelid::regclass::text as "table", c.conname as name, pg_get_constraintdef(c.oid) as says
  from pg_constraint c where c.contype = 'f' and c.conparentid = 0 and c.connamespace = 'public'::regnamespace`;

const tableName = (name: string): string => `public.${escapeIdentifier(name)}`;

async function withoutKeys(client: Client, work: () => Promise<void>): Promise<void> {
  const keys = foreignKeysShape.parse((await client.query(foreignKeysQuery)).rows);
  for (const { table, name } of keys) {
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
  }
  await work();
  for (const { table, name, says } of keys) {
    await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${says}`);
  }
}

async function partOf(backup: BackupReader, name: string): Promise<AsyncIterable<unknown>> {
  const source = await backup.read(name);
  if (source !== null) return source;
  throw new BackupFault('backup/damaged', `${name} of ${backup.words} is missing.`);
}

async function loadTable(
  client: Client,
  backup: BackupReader,
  { name, columns, rows }: Manifest['tables'][number],
) {
  const list = columns.map((column) => escapeIdentifier(column)).join(', ');
  await client.query(`alter table ${tableName(name)} disable trigger user`);
  // Rows inserted by a migration are in the backup too.
  await client.query(`delete from ${tableName(name)}`);
  const into = client.query(copyFrom(`copy ${tableName(name)} (${list}) from stdin`));
  await pipeline(await partOf(backup, tableFile(name)), createGunzip(), into);
  if (into.rowCount !== rows) {
    throw new BackupFault('backup/damaged', `${name}: ${String(into.rowCount)} of ${String(rows)} rows.`);
  }
  await client.query(`alter table ${tableName(name)} enable trigger user`);
}

async function setSequences(client: Client, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last_value } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, true)', [tableName(name), last_value]);
  }
}

export async function loadTables(client: Client, backup: BackupReader, manifest: Manifest): Promise<void> {
  for (const setting of copySettings) await client.query(setting);
  await client.query('begin');
  try {
    await withoutKeys(client, async () => {
      for (const table of manifest.tables) await loadTable(client, backup, table);
    });
    await setSequences(client, manifest.sequences);
    await addJobs(client, compressedLinesOf(await partOf(backup, jobsName)));
    await client.query('commit');
  } catch (fault) {
    await client.query('rollback');
    throw fault;
  }
}
