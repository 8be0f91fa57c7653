/**
 * Puts a mail into the caller's transaction: it is sent if and only if what it tells of was committed. What waits is a
 * code with parameters; the words, and the secret that some mails carry, are made when it is sent.
 */
import { randomUUID } from 'node:crypto';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { MailCode, ParametersOf } from '@rhythmdesk/domain/notice/mails';
import type { Tx } from '../db/database.ts';
import { enqueue } from '../jobs/enqueue.ts';

export type NewMail<Code extends MailCode> = {
  readonly to: string;
  readonly language: Language;
  /** IANA name: in which times are written. */
  readonly time_zone: string;
  readonly code: Code;
  readonly parameters: Readonly<Record<ParametersOf<Code>, string>>;
  /** The row that the mail's one-time secret belongs to. */
  readonly secret_id?: string;
  /** Not before this instant. */
  readonly send_at?: Date;
  /** From then on it would tell nothing of use and is not sent any more. */
  readonly useless_after?: Date;
  /** The reader's scope, where the mail tells of what that scope shows. */
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
