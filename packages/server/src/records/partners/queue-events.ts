/**
 * Queues an event for every partner that receives it by webhook, in the transaction of the event: a message exists if
 * and only if it happened.
 */
import { randomBytes } from 'node:crypto';
import type { WebhookEvent } from '@rhythmdesk/domain/integration/webhook-events';
import { and, eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { partnerMessages, partners } from '../../platform/db/schema/partners.ts';
import { queueSending } from './queue-results.ts';

type Happened = {
  readonly event: WebhookEvent;
  readonly case_id: number;
  readonly hospital_id: number;
  readonly report_version?: number;
  readonly finding_id?: number;
};

/** Returns a new `webhook-id`. */
export const newWebhookId = (): string => `msg_${randomBytes(16).toString('hex')}`;

export async function queueEvent(tx: Tx, happened: Happened, now: Date): Promise<void> {
  const { hospital_id, event } = happened;
  await beyondScope(tx, async () => {
    const found = await tx
      .select({ partner_id: partners.partner_id })
      .from(partners)
      .where(
        and(
          eq(partners.hospital_id, hospital_id),
          eq(partners.channel, 'webhook'),
          // What happens while a failing partner is off is sent when it is switched on again.
          or(eq(partners.active, true), eq(partners.off_reason, 'failing')),
          sql`${partners.settings} -> 'events' @> ${JSON.stringify([event])}::jsonb`,
        ),
      );
    for (const { partner_id } of found) {
      const message = { partner_id, direction: 'out', kind: 'event', state: 'waiting', created_at: now };
      await tx
        .insert(partnerMessages)
        .values({ ...happened, ...message, control_id: newWebhookId() })
        .onConflictDoNothing();
      await queueSending(tx, partner_id);
    }
  });
}
