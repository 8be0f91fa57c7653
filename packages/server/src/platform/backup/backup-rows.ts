/** Records in the database which backups were made and verified, for the operator and for alerts. */
import { Client } from 'pg';
import type { ConnectionSettings } from '../db/database.ts';
import type { Manifest } from './backup-manifest.ts';

type Made = { readonly place: string; readonly manifest: Manifest };

async function write(
  owner: ConnectionSettings,
  statement: string,
  values: readonly unknown[],
): Promise<number> {
  const client = new Client({ ...owner, application_name: 'rhythmdesk backup' });
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

const factsOf = ({ place, manifest }: Made) => [
  manifest.snapshot_at,
  place,
  manifest.files,
  manifest.bytes,
  manifest.unreadable.length + manifest.rescued.length,
  manifest.finished_at,
];

export async function recordBackup(owner: ConnectionSettings, made: Made): Promise<void> {
  await write(
    owner,
    `insert into backups (snapshot_at, place, files, bytes, unreadable, finished_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (snapshot_at) do nothing`,
    factsOf(made),
  );
}

/** Returns whether the backup is one of this installation; the verification of another’s is not recorded. */
export async function recordVerification(
  owner: ConnectionSettings,
  made: Made,
  faults: number,
): Promise<boolean> {
  const changed = await write(
    owner,
    `insert into backups (snapshot_at, place, files, bytes, unreadable, finished_at, verified_at, faults)
     select $1, $2, $3, $4, $5, $6, now(), $7 where exists (select 1 from installation where installation_id = $8)
     on conflict (snapshot_at) do update set place = excluded.place, verified_at = now(), faults = excluded.faults`,
    [...factsOf(made), faults, made.manifest.installation_id],
  );
  return changed > 0;
}
