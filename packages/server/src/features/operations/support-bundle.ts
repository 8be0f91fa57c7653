/**
 * Makes the zip that an operator sends to the support.
 *
 * Invariant: it has no data of patients, users or institutions and no secret. Each part lists its fields; nothing is
 * copied whole. Of a setting only numbers, switches and words of a fixed list are shown.
 */
import type { OperationOverview } from '@rhythmdesk/contract/operations';
import { isJobFault } from '@rhythmdesk/contract/jobs';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '../../platform/config/settings.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import { jobNames } from '../../platform/jobs/job-names.ts';
import type { OperationDependencies } from './operation-dependencies.ts';
import { readOverview } from './read-overview.ts';

type BundlePart = { readonly name: string; readonly text: string };

const readme = `Support bundle of Rhythmdesk

overview.json    the state of the installation, as on the page of operations
settings.json    each setting that is set: its value if it is a number, a switch or a word of a fixed list
migrations.json  the applied migrations
failed-jobs.json kinds, faults, attempts and times of jobs that failed for good
metrics.txt      the metrics of the server that made this bundle

It has no data of patients, users or institutions, no addresses, no passwords and no tokens. The log is not in it.
`;

const isPlain = (name: string, value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (name === 'LOG_LEVEL' && typeof value === 'string');

/** Returns the settings that are set; texts may be addresses, names or secrets, so that only their presence is shown. */
function plainSettings(config: OperationDependencies['config']): Record<string, unknown> {
  const shown = Object.entries(config).filter(
    ([name, value]) => name in settings && value !== undefined && value !== '',
  );
  return Object.fromEntries(shown.map(([name, value]) => [name, isPlain(name, value) ? value : 'set']));
}

const failedRow = z.object({
  job: z.string(),
  attempts: z.number(),
  fault: z.string().nullable(),
  failed_at: z.coerce.date(),
});

async function failedJobs(db: Queryable) {
  const found =
    await db.execute(sql`select task_identifier as job, attempts, last_error as fault, updated_at as failed_at
    from graphile_worker.jobs where attempts >= max_attempts and locked_at is null order by updated_at desc limit 1000`);
  return found.rows.map((given) => {
    const { job, attempts, fault, failed_at } = failedRow.parse(given);
    const kind = jobNames.find((name) => name === job) ?? 'other';
    return { job: kind, attempts, fault: fault !== null && isJobFault(fault) ? fault : 'other', failed_at };
  });
}

async function migrationNames(db: Queryable) {
  const found = await db.execute(sql`select name, applied_at from schema_migration order by name`);
  return found.rows.map((row) => z.object({ name: z.string(), applied_at: z.coerce.date() }).parse(row));
}

const withoutPlace = (backup: OperationOverview['backup']) => {
  if (backup === null) return null;
  const { place, ...rest } = backup;
  return { ...rest, in_bucket: place.startsWith('s3://') };
};

/** Machines keep their order and lose their names; certificates lose their subjects. */
function plainOverview({ nodes, certificates, backup, verified, ...rest }: OperationOverview) {
  const hosts = [...new Set(nodes.map(({ host }) => host))];
  return {
    ...rest,
    nodes: nodes.map(({ host, ...node }) => ({ ...node, machine: hosts.indexOf(host) + 1 })),
    certificates: certificates.map(({ subject: _name, ...rest }) => rest),
    backup: withoutPlace(backup),
    verified: withoutPlace(verified),
  };
}

export async function bundleParts(dependencies: OperationDependencies): Promise<BundlePart[]> {
  const { db, config, metrics } = dependencies;
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const overview = plainOverview(await readOverview(dependencies));
  const rows = await inScope(everything, async () => ({
    failed: await failedJobs(db),
    migrations: await migrationNames(db),
  }));
  return [
    { name: 'README.txt', text: readme },
    { name: 'overview.json', text: json(overview) },
    { name: 'settings.json', text: json(plainSettings(config)) },
    { name: 'migrations.json', text: json(rows.migrations) },
    { name: 'failed-jobs.json', text: json(rows.failed) },
    { name: 'metrics.txt', text: await metrics() },
  ];
}
