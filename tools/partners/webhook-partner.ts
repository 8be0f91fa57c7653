/** Plays a receiver of webhooks: it verifies each message’s signature and records the message. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { z } from 'zod';
import type { PartnerLog } from './partner-log.ts';

const message = z.object({
  type: z.string(),
  data: z.object({ case_id: z.number().optional(), hn_id: z.string().optional() }),
});
export type ReceivedEvent = { readonly type: string; readonly case_id: number | null };

type Headers = Readonly<Record<string, string>>;

/** Returns the event; null if the signature is wrong. */
export function receiveEvent(
  log: PartnerLog,
  secret: string,
  headers: Headers,
  body: string,
): ReceivedEvent | null {
  try {
    const { type, data } = message.parse(new Webhook(secret).verify(body, headers));
    const raw = JSON.stringify(JSON.parse(body), null, 2);
    log.add('webhooks', `${type} ${data.hn_id ?? ''}`.trim(), raw);
    return { type, case_id: data.case_id ?? null };
  } catch (fault) {
    if (!(fault instanceof WebhookVerificationError || fault instanceof z.ZodError)) throw fault;
    log.add('webhooks', 'a message was refused', `${fault.message}\n\n${body}`);
    return null;
  }
}
