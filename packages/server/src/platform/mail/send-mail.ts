/**
 * Queues a mail in the caller's transaction: it is sent if and only if the transaction is committed. The queue contains
 * a code with parameters. The text, and the secret that some mails contain, are created when the mail is sent.
 */
import { randomUUID } from 'node:crypto';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { MailCode, ParametersOf } from '@rhythmdesk/domain/notice/mails';
import type { Tx } from '../db/database.ts';
import { enqueue } from '../jobs/enqueue.ts';

export type NewMail<Code extends MailCode> = {
  readonly to: string;
  readonly language: Language;
  /** IANA name of the zone in which times are written. */
  readonly time_zone: string;
  readonly code: Code;
  readonly parameters: Readonly<Record<ParametersOf<Code>, string>>;
  /** The row that the mail's one-time secret belongs to. */
  readonly secret_id?: string;
  /** The mail is not sent before this instant. */
  readonly send_at?: Date;
  /** After this instant the mail is no longer useful and is not sent. */
  readonly useless_after?: Date;
  /** The reader's scope, if the mail is about something in that scope. */
  readonly scope?: { readonly user_id: number; readonly scope_number: number };
};

export async function sendMail<Code extends MailCode>(tx: Tx, mail: NewMail<Code>): Promise<void> {
  const { useless_after, secret_id, send_at, ...rest } = mail;
  const queued = {
    ...rest,
    mail_id: randomUUID(),
    secret_id: secret_id ?? null,
    useless_after: useless_after?.toISOString() ?? null,
  };
  await enqueue(tx, 'send-mail', queued, send_at === undefined ? {} : { run_at: send_at });
}
