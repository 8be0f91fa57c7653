/** Defines the routes for background jobs that used all their attempts and wait for an operator. */
import { z } from 'zod';
import { instant, noInput, rowId } from './fields.ts';
import { defineRoutes } from './route.ts';

export const jobKinds = [
  'check-upload',
  'analyse-recording',
  'find-critical',
  'escalate-critical',
  'carry-hospital-name',
  'renew-analyses',
  'send-mail',
  'mail-password-link',
  'send-invoice',
  'send-text-message',
  'send-push',
  'send-digests',
  'send-partner-messages',
  'close-ledger',
  'make-consent-document',
  'make-export',
  'erase-patient',
  'let-accounts-sleep',
  'sweep-retention',
  'sweep-files',
  'scrub-files',
  'anchor-history',
  'sum-statistics',
  'prove-chains',
] as const;
export type JobKind = (typeof jobKinds)[number];

/** The kind of fault that ended the last attempt; the log contains the details. */
const jobFaults = [
  'database',
  'disk-full',
  'file',
  'files-away',
  'memory',
  'refused',
  'stopped',
  'other',
] as const;
export type JobFault = (typeof jobFaults)[number];

export const isJobFault = (text: string): text is JobFault => jobFaults.some((fault) => fault === text);

/** The maximum number of jobs that are listed and that one call runs again. */
const mostJobs = 200;

const givenUpJob = z.object({
  id: z.number().int(),
  job: z.enum(jobKinds),
  /** The case or recording of the job, if it has one. */
  case_id: z.number().int().nullable(),
  hn_id: z.string().nullable(),
  attempts: z.number().int(),
  fault: z.enum(jobFaults),
  failed_at: instant,
});
export type GivenUpJob = z.output<typeof givenUpJob>;

/** The files that one machine has received and the bucket does not have yet. */
const filesWaiting = z.object({
  /** The machine that has the files. */
  node_name: z.string(),
  files: z.number().int(),
  bytes: z.number().int(),
  /** When the oldest of them was received. */
  since: instant,
  /** Whether the bucket refused one of them or did not answer. */
  failing: z.boolean(),
});
export type FilesWaiting = z.output<typeof filesWaiting>;

export const jobRoutes = defineRoutes({
  givenUpJobs: {
    method: 'GET',
    path: 'job/given-up',
    allow: 'job.operate',
    audit: 'job.list',
    summary:
      'Returns background jobs that failed after all retries, the last failed first, and their number; and the stored files that wait for the bucket, by machine.',
    input: noInput,
    output: z.object({
      items: z.array(givenUpJob),
      total: z.number().int(),
      files_waiting: z.array(filesWaiting),
    }),
  },
  runJobsAgain: {
    method: 'POST',
    path: 'job/again',
    allow: 'job.operate',
    audit: 'job.again',
    summary: 'Runs these jobs again as if they had never failed and returns their number. Audited.',
    input: z.strictObject({ ids: z.array(rowId).min(1).max(mostJobs) }),
    output: z.object({ again: z.number().int() }),
  },
});
