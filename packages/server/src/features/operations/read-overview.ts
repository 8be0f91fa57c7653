/** Reads the state of the installation for its administrator. */
import type { OperationBackup, OperationOverview } from '@rhythmdesk/contract/operations';
import { partnerChannels } from '@rhythmdesk/domain/integration/partner-messages';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import { waitingTotal } from '../../platform/files/waiting-rows.ts';
import { readNodes } from '../../platform/nodes/nodes.ts';
import { productVersion } from '../../platform/version.ts';
import type { OperationDependencies } from './operation-dependencies.ts';

const amount = z.coerce.number();

async function one<Row extends z.ZodType>(db: Queryable, row: Row, query: SQL): Promise<z.output<Row>> {
  return row.parse((await db.execute(query)).rows[0]);
}

const jobSums = z.object({
  waiting: amount,
  later: amount,
  running: amount,
  failed: amount,
  oldest_s: amount,
});

const readJobs = (db: Queryable) =>
  one(
    db,
    jobSums,
    sql`with states as (select run_at, case when locked_at is not null then 'running'
        when attempts >= max_attempts then 'failed' when run_at > now() then 'later' else 'waiting' end as state
      from graphile_worker.jobs)
    select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'later') as later,
      count(*) filter (where state = 'running') as running, count(*) filter (where state = 'failed') as failed,
      coalesce(ceil(extract(epoch from now() - min(run_at) filter (where state = 'waiting'))), 0) as oldest_s
    from states`,
  );

const backupRow = z.object({
  place: z.string(),
  snapshot_at: z.coerce.date(),
  files: amount,
  bytes: amount,
  unreadable: amount,
  verified_at: z.coerce.date().nullable(),
  faults: z.number().nullable(),
});

async function readBackup(db: Queryable, where: SQL): Promise<OperationBackup | null> {
  const found = await db.execute(sql`select place, snapshot_at, files, bytes, unreadable, verified_at, faults
    from backups where ${where} order by snapshot_at desc limit 1`);
  const [given] = found.rows;
  if (given === undefined) return null;
  const { snapshot_at, verified_at, ...row } = backupRow.parse(given);
  return { ...row, snapshot_at: snapshot_at.toISOString(), verified_at: verified_at?.toISOString() ?? null };
}

const databaseRow = z.object({ database_bytes: amount, database_version: z.string() });
const migrationRow = z.object({ count: amount, last: z.string(), applied_at: z.coerce.date() });

async function readDatabase(db: Queryable) {
  const database = await one(
    db,
    databaseRow,
    sql`select pg_database_size(current_database()) as database_bytes,
      current_setting('server_version') as database_version`,
  );
  const { applied_at, ...migrations } = await one(
    db,
    migrationRow,
    sql`select count(*) as count, max(name) as last, max(applied_at) as applied_at from schema_migration`,
  );
  return { ...database, migrations: { ...migrations, applied_at: applied_at.toISOString() } };
}

const partnerRow = z.object({
  channel: z.enum(partnerChannels),
  active: amount,
  failing: amount,
  waiting: amount,
  undelivered: amount,
});

async function readPartners(db: Queryable) {
  const found = await db.execute(sql`
    select p.channel, count(*) filter (where p.active) as active,
      count(*) filter (where p.active and p.failing_since is not null) as failing,
      coalesce(sum(m.waiting), 0) as waiting, coalesce(sum(m.undelivered), 0) as undelivered
    from partners p left join lateral (
      select count(*) filter (where state in ('waiting', 'sent')) as waiting,
        count(*) filter (where state in ('dead', 'refused')) as undelivered
      from partner_messages m where m.partner_id = p.partner_id and direction = 'out'
        and (state in ('waiting', 'sent') or settled_at > now() - interval '1 day')) m on true
    group by 1 order by 1`);
  return found.rows.map((row) => partnerRow.parse(row));
}

const dayMs = 86_400_000;

async function readCertificates({ certificates, clock }: OperationDependencies) {
  const found = await certificates();
  const sorted = found.toSorted((one, other) => one.not_after.getTime() - other.not_after.getTime());
  return sorted.map(({ use, subject, not_after, renewal_refused }) => ({
    ...{ use, subject, renewal_refused },
    not_after: not_after.toISOString(),
    days: Math.floor((not_after.getTime() - clock.now().getTime()) / dayMs),
  }));
}

async function readRows(db: Queryable) {
  const nodes = await readNodes(db);
  return {
    nodes: nodes.map(({ started_at, seen_at, ...node }) => ({
      ...node,
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
    })),
    jobs: await readJobs(db),
    files_waiting: await waitingTotal(db),
    backup: await readBackup(db, sql`true`),
    verified: await readBackup(db, sql`verified_at is not null`),
    partners: await readPartners(db),
    ...(await readDatabase(db)),
  };
}

/** The state is one of the installation, so it is read in its scope and not in that of the caller. */
export async function readOverview(dependencies: OperationDependencies): Promise<OperationOverview> {
  const { db, disks, floor_bytes, troubles } = dependencies;
  return {
    version: productVersion,
    troubles: [...(await troubles(true))],
    disks: [...(await disks())],
    floor_bytes,
    certificates: await readCertificates(dependencies),
    ...(await inScope(everything, () => readRows(db))),
  };
}
