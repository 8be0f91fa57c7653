/** Signs webhooks by the Standard Webhooks form: HMAC-SHA256 over id, time and body, one signature for each secret. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const prefix = 'whsec_';

/** Returns a new secret: 32 random bytes, as receivers configure it. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

export function webhookHeaders(
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    'content-type': 'application/json',
    'user-agent': 'Rhythmdesk-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
