/**
 * Every background job: its name, what it is given, how often it is tried. One table; `enqueue`, the runner and the
 * handlers take their types from it.
 *
 * Law: a job may run twice, also at the same moment on two machines, and must leave the same state as once.
 */
import { languages } from '@rhythmdesk/domain/kit/languages';
import { mailCodes } from '@rhythmdesk/domain/notice/mails';
import { jobKinds, type JobKind } from '@rhythmdesk/contract/jobs';
import { z } from 'zod';

/** Whose places in a process a job takes: the common ones, or those kept for analyses. */
export type JobPlaces = 'common' | 'analyses';

export interface JobRow<Shape extends z.ZodType = z.ZodType> {
  payload: Shape;
  /** The last failure stays in the table, with its reason, for a person to look at. */
  max_attempts: number;
  /** The common ones where nothing is said. */
  places?: JobPlaces;
  /** Smaller runs first; 0 where nothing is said. */
  priority?: number;
  /** Jobs of one queue run one after the other in the whole installation. */
  queue?: string;
  /** When it starts by itself, as five cron fields in UTC. Its payload must then accept an empty object. */
  schedule?: string;
}

const job = <Shape extends z.ZodType>(row: JobRow<Shape>) => row;

export const jobs = {
  /** Reads a received zip, or refuses it with its reason in the upload history. Outlasts faults of ours for days. */
  'check-upload': job({
    payload: z.strictObject({ upload_id: z.string().min(1).max(200) }),
    max_attempts: 25,
  }),
  /** Finds beats and rhythms in a recording; in few places of its own, so that the machine stays free for answers. */
  'analyse-recording': job({
    payload: z.strictObject({ case_id: z.number().int().positive() }),
    max_attempts: 8,
    places: 'analyses',
  }),
  /**
   * Looks through a case's reading, or its analysis, for what its center calls critical. Before the next recording is
   * analysed: behind a long queue a tachycardia would wait for everything that was sent before it was found.
   */
  'find-critical': job({
    payload: z.strictObject({ case_id: z.number().int().positive() }),
    max_attempts: 8,
    places: 'analyses',
    priority: -5,
  }),
  /** Tells the next level of a critical finding that no hospital has acknowledged. */
  'escalate-critical': job({
    payload: z.strictObject({ finding_id: z.number().int().positive(), level: z.number().int().positive() }),
    max_attempts: 20,
  }),
  /** Writes a hospital's new name into its cases, for their lists; queued by the database with the renaming. */
  'carry-hospital-name': job({
    payload: z.strictObject({ hospital_id: z.number().int().positive() }),
    max_attempts: 5,
  }),
  /** Queues the next cases whose figures an earlier engine made, behind all other analyses. */
  'renew-analyses': job({ payload: z.object({}), max_attempts: 5, queue: 'renewals' }),
  /** Sends one mail. In a row, so that a mail server that does not answer holds up no other work; for about two days. */
  'send-mail': job({
    payload: z.strictObject({
      mail_id: z.uuid(),
      to: z.string().min(3).max(254),
      language: z.enum(languages),
      time_zone: z.string(),
      code: z.enum(mailCodes),
      parameters: z.record(z.string(), z.string()),
      secret_id: z.string().nullable(),
      useless_after: z.iso.datetime().nullable(),
      /** The scope that the mail tells of: not sent once its user has another. */
      scope: z.strictObject({ user_id: z.number().int(), scope_number: z.number().int() }).optional(),
    }),
    max_attempts: 16,
    queue: 'mails',
  }),
  /** Looks for the account that somebody asked a new password for, after the answer, and mails the link if there is one. */
  'mail-password-link': job({
    payload: z.strictObject({
      user_id: z.string().max(64),
      email: z.string().max(254),
      link_id: z.uuid(),
    }),
    max_attempts: 5,
  }),
  /** Makes an invoice's PDF and sends it to the hospital's address; in a row with the other mails. */
  'send-invoice': job({
    payload: z.strictObject({
      mail_id: z.uuid(),
      invoice_id: z.number().int().positive(),
      to: z.string().min(3).max(254),
      /** Who asked for it. */
      user_id: z.number().int().positive(),
    }),
    max_attempts: 16,
    queue: 'mails',
  }),
  /** Sends one text message to a patient's phone; until the link in it is of no use any more. */
  'send-text-message': job({
    payload: z.strictObject({
      message_id: z.uuid(),
      to: z.string().regex(/^\d{5,20}$/),
      language: z.enum(languages),
      parameters: z.strictObject({ hospital_name: z.string() }),
      /** The consent link that the message carries. */
      secret_id: z.string(),
      useless_after: z.iso.datetime(),
    }),
    max_attempts: 12,
    queue: 'text-messages',
  }),
  /**
   * Pushes one notification: without a token to all browsers of its reader, a job each; with one to that browser. For
   * about an hour and a half; a message that old tells nothing that the bell does not.
   */
  'send-push': job({
    payload: z.strictObject({
      notification_id: z.number().int().positive(),
      token_id: z.number().int().positive().optional(),
    }),
    max_attempts: 8,
  }),
  /** Mails to every user whose digest is due what came since the last one. */
  'send-digests': job({
    payload: z.object({}),
    max_attempts: 5,
    queue: 'digests',
    schedule: '*/15 * * * *',
  }),
  /** Makes the document of a consent and lays it among the case's files. */
  'make-consent-document': job({
    payload: z.strictObject({
      agreement_id: z.number().int().positive(),
      hospital: z.string(),
      center: z.string().nullable(),
    }),
    max_attempts: 8,
  }),
  /** Makes a spreadsheet for its owner, who waits for it; a second run begins anew. */
  'make-export': job({
    payload: z.strictObject({ export_id: z.number().int().positive() }),
    max_attempts: 5,
  }),
  /** Tells the owners of accounts that nobody signs in to, and makes those dormant whose time has come. */
  'let-accounts-sleep': job({
    payload: z.object({}),
    max_attempts: 3,
    queue: 'sweeps',
    schedule: '31 2 * * *',
  }),
  /** Removes what its retention has passed: signals, begun uploads, sessions, stored answers. */
  'sweep-retention': job({ payload: z.object({}), max_attempts: 3, queue: 'sweeps', schedule: '17 * * * *' }),
  /** Removes files that no row names any more. */
  'sweep-files': job({ payload: z.object({}), max_attempts: 3, queue: 'sweeps', schedule: '47 3 * * *' }),
  /** Reads stored files through for damage, a slice a run, behind all other work, until the night is over. */
  'scrub-files': job({
    payload: z.object({ until: z.iso.datetime().optional() }),
    max_attempts: 3,
    queue: 'scrubs',
    schedule: '5 16 * * *',
  }),
  /** Writes down outside of the database what the history is by now. */
  'anchor-history': job({ payload: z.object({}), max_attempts: 3, queue: 'sweeps', schedule: '23 4 * * *' }),
  /** Begins the sums of new time zones, and folds what changes have added to the others. */
  'sum-statistics': job({
    payload: z.object({}),
    max_attempts: 3,
    queue: 'statistics',
    schedule: '*/10 * * * *',
  }),
  /** Proves the histories of all cases, the audit log and their anchors, and tells operators where one is broken. */
  'prove-chains': job({
    payload: z.object({ proof_id: z.number().int().positive().optional() }),
    max_attempts: 3,
    queue: 'proofs',
    schedule: '41 4 * * *',
  }),
} as const satisfies Record<JobKind, JobRow>;

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]['payload']>;

export const jobNames: readonly JobName[] = jobKinds;
