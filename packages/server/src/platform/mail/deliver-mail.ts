/** Sends one queued mail (a job). A second run sends the same mail again with the same id. */
import type { OneTime } from '../secrets/one-time.ts';
import type { Clock } from '../clock/clock.ts';
import { GiveUp } from '../jobs/give-up.ts';
import type { JobPayload } from '../jobs/job-names.ts';
import { mailRow } from '@rhythmdesk/domain/notice/mails';
import { MailRefused, type MailPort } from './mail-port.ts';
import { writeMail } from './write-mail.ts';

export type MailDependencies = {
  readonly port: MailPort;
  readonly clock: Clock;
  readonly oneTime: OneTime;
  readonly origin: string;
};

type QueuedMail = JobPayload<'send-mail'>;

function secretOf({ code, secret_id }: QueuedMail, oneTime: OneTime): string | null {
  const { secret } = mailRow(code);
  if (secret === undefined) return null;
  if (secret_id === null) throw new Error(`a mail ${code} without its secret`);
  return oneTime.make(secret, secret_id);
}

export async function deliverMail(
  dependencies: MailDependencies,
  queued: QueuedMail,
): Promise<'sent' | 'useless'> {
  const { port, clock, oneTime, origin } = dependencies;
  if (queued.useless_after !== null && clock.now() >= new Date(queued.useless_after)) return 'useless';
  const { mail_id, to, language } = queued;
  const written = writeMail({ ...queued, secret: secretOf(queued, oneTime), origin });
  try {
    await port.send({ mail_id, to, language, ...written });
  } catch (fault) {
    if (fault instanceof MailRefused) throw new GiveUp(fault);
    throw fault;
  }
  return 'sent';
}
