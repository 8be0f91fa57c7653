/**
 * Queues the result of a case for every partner of its hospital, in the transaction that releases the report: a message
 * exists if and only if the report was released.
 */
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { partnerMessages, partners } from '../../platform/db/schema/partners.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';

/** Returns a new id of a message: at most 20 characters, as HL7 allows. */
const newControlId = (): string => `RD${randomBytes(8).toString('hex').toUpperCase()}`;

/**
 * Lets the messages of a partner that wait be sent, one after the other. With a time it delays no run that waits, because
 * that one may be about a message that was stored meanwhile.
 */
export function queueSending(tx: Tx, partner_id: number, run_at?: Date): Promise<void> {
  const one = String(partner_id);
  const when = run_at === undefined ? {} : ({ run_at, keeps_time: true } as const);
  return enqueue(tx, 'send-partner-messages', { partner_id }, { key: one, queue: `partner:${one}`, ...when });
}

type Released = { readonly case_id: number; readonly hospital_id: number; readonly report_version: number };

export async function queueResults(tx: Tx, released: Released, now: Date): Promise<void> {
  const { hospital_id } = released;
  await beyondScope(tx, async () => {
    const found = await tx
      .select({ partner_id: partners.partner_id })
      .from(partners)
      .where(
        and(
          eq(partners.hospital_id, hospital_id),
          eq(partners.active, true),
          eq(partners.sends_results, true),
        ),
      );
    for (const { partner_id } of found) {
      await tx
        .insert(partnerMessages)
        .values({
          ...released,
          partner_id,
          direction: 'out',
          kind: 'result',
          control_id: newControlId(),
          state: 'waiting',
          created_at: now,
        })
        .onConflictDoNothing();
      await queueSending(tx, partner_id);
    }
  });
}
