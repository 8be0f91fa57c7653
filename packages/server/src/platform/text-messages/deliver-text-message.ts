/** Sends one queued text message (a job). A second run sends the same message again with the same id. */
import type { Clock } from '../clock/clock.ts';
import { GiveUp } from '../jobs/give-up.ts';
import type { JobPayload } from '../jobs/job-names.ts';
import type { OneTime } from '../secrets/one-time.ts';
import { textMessageWords } from '../texts/text-messages.ts';
import { TextMessageRefused, type TextMessagePort } from './text-message-port.ts';

export type TextMessageDependencies = {
  readonly port: TextMessagePort;
  readonly clock: Clock;
  readonly oneTime: OneTime;
  readonly origin: string;
};

type Queued = JobPayload<'send-text-message'>;

export async function deliverTextMessage(
  { port, clock, oneTime, origin }: TextMessageDependencies,
  { message_id, to, language, parameters, secret_id, useless_after }: Queued,
): Promise<'sent' | 'useless'> {
  if (clock.now() >= new Date(useless_after)) return 'useless';
  const link = `${origin}/consent#${oneTime.make('consent-link', secret_id)}`;
  try {
    await port.send({ message_id, to, language, text: textMessageWords(language, { ...parameters, link }) });
  } catch (fault) {
    if (fault instanceof TextMessageRefused) throw new GiveUp(fault);
    throw fault;
  }
  return 'sent';
}
