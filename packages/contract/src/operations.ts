/** Defines the routes that show an administrator the state of the installation itself. */
import { partnerChannels } from '@rhythmdesk/domain/integration/partner-messages';
import { z } from 'zod';
import { certificateInstant, instant, noInput } from './fields.ts';
import { defineRoutes } from './route.ts';

const count = z.number().int();

/** A program that was seen within the last day. */
const node = z.object({
  program: z.enum(['server', 'worker']),
  host: z.string(),
  pid: count,
  version: z.string(),
  /** The version of Node. */
  runtime: z.string(),
  /** How far the machine's clock is ahead of the database's, in milliseconds. */
  clock_ahead_ms: count,
  disk_free_bytes: count,
  memory_bytes: count,
  started_at: instant,
  seen_at: instant,
  /** Whether it was not seen for a minute. */
  silent: z.boolean(),
});
export type OperationNode = z.output<typeof node>;

const backup = z.object({
  place: z.string(),
  /** Everything acknowledged before is in the backup. */
  snapshot_at: instant,
  files: count,
  bytes: count,
  unreadable: count,
  verified_at: instant.nullable(),
  /** The number of faults that the verification found. */
  faults: count.nullable(),
});
export type OperationBackup = z.output<typeof backup>;

const operationTroubles = [
  'starting',
  'stopping',
  'database-down',
  'database-away',
  'files-away',
  'files-read-only',
  'disk-full',
  'disk-low',
  'bucket-away',
  'clock-off',
  'overloaded',
] as const;

export const certificateUses = ['https', 'hl7', 'signing'] as const;

const certificate = z.object({
  use: z.enum(certificateUses),
  subject: z.string(),
  not_after: certificateInstant,
  /** Whole days until then; negative once it has expired. */
  days: count,
  /** Whether the files of this certificate were replaced by ones that cannot be used; the log says why. */
  renewal_refused: z.boolean(),
});

const overview = z.object({
  /** The version of the server that answers. */
  version: z.string(),
  /** What `/readyz` reports. */
  troubles: z.array(z.enum(operationTroubles)),
  nodes: z.array(node),
  jobs: z.object({
    waiting: count,
    later: count,
    running: count,
    failed: count,
    /** How long the oldest due job has been waiting. */
    oldest_s: count,
  }),
  disks: z.array(
    z.object({ folder: z.enum(['files', 'uploads', 'postgres']), free_bytes: count, bytes: count }),
  ),
  /** Uploads are refused below it. */
  floor_bytes: count,
  database_bytes: count,
  database_version: z.string(),
  /** What the bucket does not have yet; null if nothing waits, or without a bucket. */
  files_waiting: z.object({ files: count, uploads: count, bytes: count, since: instant }).nullable(),
  certificates: z.array(certificate),
  /** The newest backup, and the newest one that was verified. */
  backup: backup.nullable(),
  verified: backup.nullable(),
  migrations: z.object({ count, last: z.string(), applied_at: instant }),
  partners: z.array(
    z.object({
      channel: z.enum(partnerChannels),
      active: count,
      failing: count,
      waiting: count,
      undelivered: count,
    }),
  ),
});
export type OperationOverview = z.output<typeof overview>;

export const operationRoutes = defineRoutes({
  operations: {
    method: 'GET',
    path: 'operation/overview',
    allow: 'job.operate',
    audit: 'operation.read',
    summary:
      'Returns the state of the installation: programs, jobs, storage, certificates, backups, migrations and the health of partners.',
    input: noInput,
    output: overview,
  },
  supportBundle: {
    method: 'GET',
    path: 'operation/support-bundle',
    allow: 'job.operate',
    audit: 'operation.bundle',
    summary:
      'Returns a zip for the support: state, metrics, failed jobs, and which settings are set. It has no data of patients, users or institutions and no secret.',
    input: noInput,
    output: { binary: 'application/zip' },
  },
});
