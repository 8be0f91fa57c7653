/**
 * Withdraws a patient's consent: the case closes with the reason, no matter who works on it. As after every closing,
 * the hospital's systems are notified.
 */
import { withdrawingFault } from '@rhythmdesk/domain/agreement/agreement-rules';
import { and, desc, eq, notExists, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { agreements, agreementWithdrawals } from '../../platform/db/schema/agreements.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { lockCaseRecord } from '../../records/cases/case-record.ts';
import { authorOf, saveCase } from '../../records/cases/save-case.ts';
import { queueEvent } from '../../records/partners/queue-events.ts';
import { agreementFacts } from './agreement-facts.ts';

type Withdrawing = { readonly case_id: number; readonly version: number; readonly reason: string };
type Context = { readonly caller: Caller; readonly request_id: string; readonly now: Date };

async function agreementInForce(tx: Tx, case_id: number): Promise<number> {
  const withdrawn = tx
    .select({ one: sql`1` })
    .from(agreementWithdrawals)
    .where(eq(agreementWithdrawals.agreement_id, agreements.agreement_id));
  const [found] = await tx
    .select({ agreement_id: agreements.agreement_id })
    .from(agreements)
    .where(and(eq(agreements.case_id, case_id), notExists(withdrawn)))
    .orderBy(desc(agreements.agreement_id))
    .limit(1);
  if (found === undefined) throw new Refusal('agreement/withdrawn');
  return found.agreement_id;
}

export async function withdrawAgreement(
  tx: Tx,
  { case_id, version: seen, reason }: Withdrawing,
  { caller, request_id, now }: Context,
) {
  const record = await lockCaseRecord(tx, case_id);
  if (record === null) throw new Refusal('object/not-found');
  if (record.facts.version !== seen) throw new Refusal('case/stale-version');
  const fault = withdrawingFault(agreementFacts(record));
  if (fault !== null) throw new Refusal(fault);
  await tx.insert(agreementWithdrawals).values({
    agreement_id: await agreementInForce(tx, case_id),
    reason,
    withdrawn_by: caller.id,
    withdrawn_at: now,
  });
  const version = await saveCase(
    tx,
    record,
    { closed_at: now, close_reason: reason },
    {
      action: 'withdraw-consent',
      description: reason,
      notify: [
        { recipients: 'assignee', code: 'closed' },
        { recipients: 'center-chiefs', code: 'closed' },
        { recipients: 'hospital', code: 'closed' },
      ],
      author: authorOf(caller),
      request_id,
      now,
    },
  );
  await queueEvent(tx, { event: 'case.closed', case_id, hospital_id: record.row.hospital_id }, now);
  return { case_id, version };
}
