/** Reads the metrics of the whole installation from the database: jobs, uploads, analyses, files, messages, backups. */
import { partnerChannels } from '@rhythmdesk/domain/integration/partner-messages';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../platform/db/database.ts';
import { everything, inScope } from '../platform/db/row-scope.ts';
import { jobNames, jobs, type JobRow } from '../platform/jobs/job-names.ts';
import type { Sample } from '../platform/metrics/metrics.ts';
import { readNodes } from '../platform/nodes/nodes.ts';

const amount = z.coerce.number();
const perhaps = z.coerce.number().nullable();

async function rowsOf<Row extends z.ZodType>(db: Queryable, row: Row, query: SQL): Promise<z.output<Row>[]> {
  return (await db.execute(query)).rows.map((each) => row.parse(each));
}

const jobRow = z.object({ job: z.string(), state: z.string(), count: amount, oldest_s: perhaps });
const jobRows: readonly JobRow[] = jobNames.map((name) => jobs[name]);
const queueNames = [...new Set(jobRows.flatMap(({ queue }) => queue ?? []))];

/** Returns a known name; a job of another version of the program counts as `other`. */
const known = (names: readonly string[], name: string): string => (names.includes(name) ? name : 'other');

async function jobFigures(db: Queryable): Promise<Sample[]> {
  const rows = await rowsOf(
    db,
    jobRow,
    sql`select task_identifier as job, case when locked_at is not null then 'running'
        when attempts >= max_attempts then 'failed' when run_at > now() then 'later' else 'waiting' end as state,
      count(*) as count, extract(epoch from now() - min(run_at)) as oldest_s
    from graphile_worker.jobs group by 1, 2`,
  );
  const queued = await rowsOf(
    db,
    z.object({ queue: z.string(), oldest_s: amount }),
    sql`select queue_name as queue, extract(epoch from now() - min(run_at)) as oldest_s from graphile_worker.jobs
    where queue_name is not null and locked_at is null and attempts < max_attempts and run_at <= now() group by 1`,
  );
  return [
    ...rows.map(({ job, state, count }) => ({
      name: 'rhythmdesk_jobs' as const,
      labels: { kind: known(jobNames, job), state },
      value: count,
    })),
    ...rows
      .filter(({ state }) => state === 'waiting')
      .map(({ job, oldest_s }) => ({
        name: 'rhythmdesk_job_oldest_seconds' as const,
        labels: { kind: known(jobNames, job) },
        value: Math.max(0, oldest_s ?? 0),
      })),
    ...queued.map(({ queue, oldest_s }) => ({
      name: 'rhythmdesk_queue_oldest_seconds' as const,
      labels: { queue: known(queueNames, queue) },
      value: Math.max(0, oldest_s),
    })),
  ];
}

async function recordingFigures(db: Queryable): Promise<Sample[]> {
  const uploads = await rowsOf(
    db,
    z.object({ state: z.enum(['receiving', 'checking']), count: amount, missing: amount }),
    sql`select state, count(*) as count, coalesce(sum(size_bytes - received_bytes), 0) as missing from uploads
    where state in ('receiving', 'checking') group by 1`,
  );
  const [analyses] = await rowsOf(
    db,
    z.object({ waiting: amount, oldest_s: perhaps, running: amount }),
    sql`select count(*) as waiting, extract(epoch from now() - min(requested_at)) as oldest_s,
      (select count(*) from graphile_worker.jobs where task_identifier = 'analyse-recording' and locked_at is not null)
        as running
    from analyses_waiting`,
  );
  const countOf = (state: 'receiving' | 'checking') => uploads.find((row) => row.state === state)?.count ?? 0;
  const states = ['receiving', 'checking'] as const;
  return [
    ...states.map((state) => ({
      name: 'rhythmdesk_uploads' as const,
      labels: { state },
      value: countOf(state),
    })),
    {
      name: 'rhythmdesk_upload_bytes_missing',
      value: uploads.reduce((sum, { missing }) => sum + missing, 0),
    },
    { name: 'rhythmdesk_analyses', labels: { state: 'waiting' }, value: analyses?.waiting ?? 0 },
    { name: 'rhythmdesk_analyses', labels: { state: 'running' }, value: analyses?.running ?? 0 },
    { name: 'rhythmdesk_analysis_oldest_seconds', value: analyses?.oldest_s ?? 0 },
  ];
}

async function fileFigures(db: Queryable): Promise<Sample[]> {
  const [files] = await rowsOf(
    db,
    z.object({ files: amount, bytes: amount, refused: amount, oldest_s: perhaps }),
    sql`select count(*) as files, coalesce(sum(bytes), 0) as bytes, count(*) filter (where last_fault <> '') as refused,
      extract(epoch from now() - min(since)) as oldest_s from files_waiting`,
  );
  return [
    { name: 'rhythmdesk_files_waiting', value: files?.files ?? 0 },
    { name: 'rhythmdesk_files_waiting_bytes', value: files?.bytes ?? 0 },
    { name: 'rhythmdesk_files_refused', value: files?.refused ?? 0 },
    { name: 'rhythmdesk_files_waiting_oldest_seconds', value: files?.oldest_s ?? 0 },
  ];
}

/** Settled messages are stored for a year, so only those of the last day are counted. */
async function messageFigures(db: Queryable): Promise<Sample[]> {
  const channel = z.enum(partnerChannels);
  const messages = await rowsOf(
    db,
    z.object({ channel, direction: z.string(), state: z.string(), count: amount, oldest_s: perhaps }),
    sql`select p.channel, m.direction, m.state, count(*) as count,
      extract(epoch from now() - min(m.created_at)) as oldest_s
    from partner_messages m join partners p using (partner_id)
    where m.state in ('waiting', 'sent') or m.settled_at > now() - interval '1 day' group by 1, 2, 3`,
  );
  const failing = await rowsOf(
    db,
    z.object({ channel, count: amount }),
    sql`select channel, count(*) filter (where active and failing_since is not null) as count from partners group by 1`,
  );
  const open = messages.filter(
    ({ direction, state }) => direction === 'out' && /^(waiting|sent)$/.test(state),
  );
  const oldestOf = (wanted: string): number =>
    Math.max(...open.filter((row) => row.channel === wanted).map(({ oldest_s }) => oldest_s ?? 0));
  return [
    ...messages.map(({ channel: by, direction, state, count }) => ({
      name: 'rhythmdesk_messages' as const,
      labels: { channel: by, direction, state },
      value: count,
    })),
    ...[...new Set(open.map((row) => row.channel))].map((by) => ({
      name: 'rhythmdesk_message_oldest_seconds' as const,
      labels: { channel: by },
      value: oldestOf(by),
    })),
    ...failing.map(({ channel: by, count }) => ({
      name: 'rhythmdesk_partners_failing' as const,
      labels: { channel: by },
      value: count,
    })),
  ];
}

async function backupFigures(db: Queryable): Promise<Sample[]> {
  const [row] = await rowsOf(
    db,
    z.object({ age_s: perhaps, verified_age_s: perhaps, faults: perhaps }),
    sql`select extract(epoch from now() - max(snapshot_at)) as age_s,
      extract(epoch from now() - max(snapshot_at) filter (where faults = 0)) as verified_age_s,
      (array_agg(faults order by verified_at desc) filter (where faults is not null))[1] as faults from backups`,
  );
  const given = (name: Sample['name'], value: number | null | undefined): Sample[] =>
    value === null || value === undefined ? [] : [{ name, value }];
  return [
    ...given('rhythmdesk_backup_age_seconds', row?.age_s),
    ...given('rhythmdesk_backup_verified_age_seconds', row?.verified_age_s),
    ...given('rhythmdesk_backup_faults', row?.faults),
  ];
}

async function nodeFigures(db: Queryable): Promise<Sample[]> {
  const nodes = (await readNodes(db)).filter(({ silent }) => !silent);
  return (['server', 'worker'] as const).map((program) => ({
    name: 'rhythmdesk_nodes',
    labels: { program },
    value: nodes.filter((node) => node.program === program).length,
  }));
}

const parts = [
  jobFigures,
  recordingFigures,
  fileFigures,
  messageFigures,
  backupFigures,
  nodeFigures,
] as const;

/** Returns the metrics of the installation. Throws if the database does not answer. */
export function installationFigures(db: Db): Promise<Sample[]> {
  return inScope(everything, async () => {
    const figures: Sample[] = [];
    // One after the other, so that a request of metrics uses one connection.
    for (const part of parts) figures.push(...(await part(db)));
    return figures;
  });
}
