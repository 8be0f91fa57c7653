/**
 * Lists every background job in one table: its name, its payload and how often it is tried. `enqueue`, the runner and
 * the handlers take their types from it.
 *
 * Invariant: a job may run twice, even at the same moment on two machines, and must leave the same state as running
 * once.
 */
import { languages } from '@rhythmdesk/domain/kit/languages';
import { mailCodes } from '@rhythmdesk/domain/notice/mails';
import { jobKinds, type JobKind } from '@rhythmdesk/contract/jobs';
import { z } from 'zod';

/** The slots of a process that a job uses: the common ones, or those reserved for analyses. */
export type JobPlaces = 'common' | 'analyses';

export interface JobRow<Shape extends z.ZodType = z.ZodType> {
  payload: Shape;
  /** The last failure stays in the table with its reason, for an operator. */
  max_attempts: number;
  /** The common slots by default. */
  places?: JobPlaces;
  /** Smaller numbers run first; 0 by default. */
  priority?: number;
  /** Jobs of one queue run one after the other in the whole installation. */
  queue?: string;
  /** The schedule as five cron fields in UTC. The payload must then accept an empty object. */
  schedule?: string;
}

const job = <Shape extends z.ZodType>(row: JobRow<Shape>) => row;

export const jobs = {
  /**
   * Reads a received zip, or refuses it and records the reason in the upload history. Its attempts outlast server
   * faults of several days.
   */
  'check-upload': job({
    payload: z.strictObject({ upload_id: z.string().min(1).max(200) }),
    max_attempts: 25,
  }),
  /**
   * Finds beats and rhythms in a recording. It runs in a few slots of its own, so that the machine stays free for
   * requests.
   */
  'analyse-recording': job({
    payload: z.strictObject({
      case_id: z.number().int().positive(),
      /** Renews an earlier analysis, unless the reading of the case has begun meanwhile. */
      renewal: z.literal(true).optional(),
    }),
    max_attempts: 8,
    places: 'analyses',
  }),
  /**
   * Searches a case's reading, or its analysis, for findings that its center defines as critical. It runs before the
   * next recording is analysed. Otherwise a tachycardia would wait behind everything that was uploaded before it was
   * found.
   */
  'find-critical': job({
    payload: z.strictObject({ case_id: z.number().int().positive() }),
    max_attempts: 8,
    places: 'analyses',
    priority: -5,
  }),
  /** Notifies the next level of a critical finding that no hospital has acknowledged. */
  'escalate-critical': job({
    payload: z.strictObject({ finding_id: z.number().int().positive(), level: z.number().int().positive() }),
    max_attempts: 20,
  }),
  /**
   * Writes a hospital's new name into its cases for their lists. The database queues it when the hospital is renamed.
   */
  'carry-hospital-name': job({
    payload: z.strictObject({ hospital_id: z.number().int().positive() }),
    max_attempts: 5,
  }),
  /** Queues the next cases whose figures were made by an earlier engine, behind all other analyses. */
  'renew-analyses': job({ payload: z.object({}), max_attempts: 5, queue: 'renewals' }),
  /**
   * Sends one mail and retries for about two days. Mails are sent one after the other, so that a mail server that does
   * not answer blocks no other work.
   */
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
      /** The scope that the mail is about. The mail is not sent once its user has another scope. */
      scope: z.strictObject({ user_id: z.number().int(), scope_number: z.number().int() }).optional(),
    }),
    max_attempts: 16,
    queue: 'mails',
  }),
  /**
   * Finds the account for a requested password reset, after the response was sent, and mails the link if the account
   * exists.
   */
  'mail-password-link': job({
    payload: z.strictObject({
      user_id: z.string().max(64),
      email: z.string().max(254),
      link_id: z.uuid(),
    }),
    max_attempts: 5,
  }),
  /** Creates an invoice's PDF and sends it to the hospital's address, in the same queue as the other mails. */
  'send-invoice': job({
    payload: z.strictObject({
      mail_id: z.uuid(),
      invoice_id: z.number().int().positive(),
      to: z.string().min(3).max(254),
      /** The user who requested it. */
      user_id: z.number().int().positive(),
    }),
    max_attempts: 16,
    queue: 'mails',
  }),
  /** Sends one text message to a patient's phone, and retries until the link in it has expired. */
  'send-text-message': job({
    payload: z.strictObject({
      message_id: z.uuid(),
      to: z.string().regex(/^\d{5,20}$/),
      language: z.enum(languages),
      parameters: z.strictObject({ hospital_name: z.string() }),
      /** The consent link in the message. */
      secret_id: z.string(),
      useless_after: z.iso.datetime(),
    }),
    max_attempts: 12,
    queue: 'text-messages',
  }),
  /**
   * Pushes one notification. Without a token it queues one job for each browser of the reader; with a token it pushes
   * to that browser. It retries for about an hour and a half; an older message would add nothing to the bell.
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
  /** Sends what waits for a partner. The messages themselves say how often and for how long they are tried. */
  'send-partner-messages': job({
    payload: z.strictObject({ partner_id: z.number().int().positive() }),
    max_attempts: 25,
  }),
  /** Closes the days of the ledger that are over in their institution's time zone, and mails what they came to. */
  'close-ledger': job({ payload: z.object({}), max_attempts: 5, queue: 'ledger', schedule: '7 * * * *' }),
  /** Creates the document of a consent and adds it to the case's files. */
  'make-consent-document': job({
    payload: z.strictObject({
      agreement_id: z.number().int().positive(),
      hospital: z.string(),
      center: z.string().nullable(),
    }),
    max_attempts: 8,
  }),
  /** Creates a spreadsheet for its owner, who waits for it; a second run starts from the beginning. */
  'make-export': job({
    payload: z.strictObject({ export_id: z.number().int().positive() }),
    max_attempts: 5,
  }),
  /** Erases the cases of a patient one by one, then removes their files. */
  'erase-patient': job({
    payload: z.strictObject({ erasure_id: z.number().int().positive() }),
    max_attempts: 25,
    queue: 'erasures',
  }),
  /** Warns the owners of unused accounts, and makes accounts dormant that are due. */
  'let-accounts-sleep': job({
    payload: z.object({}),
    max_attempts: 3,
    queue: 'sweeps',
    schedule: '31 2 * * *',
  }),
  /** Deletes what is past its retention: signals, unfinished uploads, sessions, stored responses. */
  'sweep-retention': job({ payload: z.object({}), max_attempts: 3, queue: 'sweeps', schedule: '17 * * * *' }),
  /** Deletes files that no row refers to any more. */
  'sweep-files': job({ payload: z.object({}), max_attempts: 3, queue: 'sweeps', schedule: '47 3 * * *' }),
  /** Reads stored files to find damage, a part per run, with the lowest priority, until the night is over. */
  'scrub-files': job({
    payload: z.object({ until: z.iso.datetime().optional() }),
    max_attempts: 3,
    queue: 'scrubs',
    schedule: '5 16 * * *',
  }),
  /** Writes an anchor of the current history outside of the database. */
  'anchor-history': job({ payload: z.object({}), max_attempts: 3, queue: 'sweeps', schedule: '23 4 * * *' }),
  /** Starts the sums of new time zones, and adds changes to the sums of the others. */
  'sum-statistics': job({
    payload: z.object({}),
    max_attempts: 3,
    queue: 'statistics',
    schedule: '*/10 * * * *',
  }),
  /** Verifies the histories of all cases, the audit log and their anchors, and notifies operators if one is broken. */
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
