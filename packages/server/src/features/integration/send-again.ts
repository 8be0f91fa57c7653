/**
 * Sends a message again, whatever has become of it, or takes a refused order again. A message keeps its control id. A
 * result that the partner refused is written anew, because the partner's settings may have been corrected; one that was
 * acknowledged is repeated as it was. No message about an erased patient is sent again.
 */
import type { partnerRoutes } from '@rhythmdesk/contract/partners';
import type { OutputOf } from '@rhythmdesk/contract/route';
import { and, eq, inArray, not, sql } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import { beyondScope, everything, inScope } from '../../platform/db/row-scope.ts';
import { partnerMessages, partners } from '../../platform/db/schema/partners.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import { parseMessage } from '../../platform/hl7/hl7-message.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { queueSending } from '../../records/partners/queue-results.ts';
import { takeMessage } from './answer-message.ts';
import { headerOf } from './hl7/acknowledgement.ts';
import type { ReceivingDependencies } from './integration-dependencies.ts';
import { ofReach, readPartner } from './partner-record.ts';

type Again = OutputOf<typeof partnerRoutes.sendMessageAgain>;
type MessageRow = typeof partnerMessages.$inferSelect;

async function takeAgain(dependencies: ReceivingDependencies, row: MessageRow): Promise<Again> {
  const { message_id, partner_id, payload, digest } = row;
  const partner = await readPartner(dependencies.db, partner_id);
  const message = parseMessage(payload ?? '');
  if (partner === null || payload === null || digest === null || 'fault' in message)
    throw new Refusal('partner/not-again');
  await inScope(everything, () =>
    takeMessage(dependencies, { partner, header: headerOf(message), text: payload, digest }),
  );
  const [after] = await dependencies.db
    .select({ state: partnerMessages.state })
    .from(partnerMessages)
    .where(eq(partnerMessages.message_id, message_id));
  return { message_id, state: after?.state === 'acknowledged' ? 'acknowledged' : 'refused' };
}

/** The change that lets a message be sent again. A refused one is written anew, another one keeps its text. */
const reopened = {
  ...{ state: 'waiting', settled_at: null, next_attempt_at: null, gives_up_at: null },
  ...{ fault: null, fault_detail: '', reply: null },
  payload: sql`case when ${partnerMessages.state} = 'refused' then null else ${partnerMessages.payload} end`,
} as const;

/** Messages of a case whose patient was erased. */
const ofErased = sql`exists (select 1 from cases c
  where c.case_id = ${partnerMessages.case_id} and c.erased_at is not null)`;

/** Messages that were not delivered and can be sent again; a refused order is for its sender to repeat. */
export const undelivered = and(
  eq(partnerMessages.direction, 'out'),
  inArray(partnerMessages.state, ['refused', 'dead']),
  not(ofErased),
);

/** Sends all refused and given up messages of a partner again; returns how many. */
export async function sendFailedAgain(
  { db }: Pick<ReceivingDependencies, 'db'>,
  caller: Caller,
  partner_id: number,
): Promise<{ readonly count: number }> {
  return transact(db, async (tx) => {
    const [found] = await tx
      .select({ hospital_id: partners.hospital_id })
      .from(partners)
      .innerJoin(userGroups, eq(userGroups.id, partners.hospital_id))
      .where(and(ofReach(caller, 'partner.resend'), eq(partners.partner_id, partner_id)));
    if (found === undefined) throw new Refusal('object/not-found');
    noteAudit({ target: `institution/${String(found.hospital_id)}` });
    const again = await tx
      .update(partnerMessages)
      .set(reopened)
      .where(and(eq(partnerMessages.partner_id, partner_id), undelivered))
      .returning({ message_id: partnerMessages.message_id });
    await beyondScope(tx, () => queueSending(tx, partner_id));
    return { count: again.length };
  });
}

export async function sendAgain(
  dependencies: ReceivingDependencies,
  caller: Caller,
  message_id: number,
): Promise<Again> {
  const { db } = dependencies;
  const [found] = await db
    .select({ row: partnerMessages, erased: sql<boolean>`${ofErased}` })
    .from(partnerMessages)
    .innerJoin(userGroups, eq(userGroups.id, partnerMessages.hospital_id))
    .where(and(ofReach(caller, 'partner.resend'), eq(partnerMessages.message_id, message_id)));
  if (found === undefined) throw new Refusal('object/not-found');
  const { row, erased } = found;
  noteAudit({ target: `message/${String(message_id)}` });
  if (erased) throw new Refusal('patient/erased');
  if (row.direction === 'in') {
    if (row.state !== 'refused') throw new Refusal('partner/not-again');
    return takeAgain(dependencies, row);
  }
  return transact(db, async (tx) => {
    await tx.update(partnerMessages).set(reopened).where(eq(partnerMessages.message_id, message_id));
    await beyondScope(tx, () => queueSending(tx, row.partner_id));
    return { message_id, state: 'waiting' };
  });
}
