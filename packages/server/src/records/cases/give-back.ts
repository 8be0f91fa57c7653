/**
 * Changes the open cases of a leaving user as `departureOf` decides, in the same transaction in which the user leaves: is
 * deleted, becomes dormant, or gets another role or center. Second readings that the user has in progress wait for
 * another reader.
 */
import { departureOf } from '@rhythmdesk/domain/case/departure';
import { finishedStatus } from '@rhythmdesk/domain/case/status';
import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { replaceSecondsOf } from '../readings/second-reading.ts';
import { lockCaseRecord } from './case-record.ts';
import { saveCase, type CaseAuthor } from './save-case.ts';

type Leaving = {
  readonly id: number;
  readonly name: string;
  /** Null if no user caused it: the account was not used. */
  readonly by: CaseAuthor | null;
  readonly request_id: string;
  readonly now: Date;
};

async function giveBack(tx: Tx, { id, name, by, request_id, now }: Leaving, case_id: number): Promise<void> {
  const record = await lockCaseRecord(tx, case_id);
  const departure = record === null ? null : departureOf(record.facts, id);
  if (record === null || departure === null) return;
  const { status, clears_technician, clears_verification, notify } = departure;
  const change = {
    ...(status === undefined ? {} : { status }),
    ...(clears_technician ? { technician_id: null } : {}),
    ...(clears_verification
      ? { confirmer_id: null, verification_requested_at: null, verified_at: null }
      : {}),
  };
  await saveCase(tx, record, change, {
    action: 'user-left',
    description: name,
    notify,
    author: by,
    request_id,
    now,
  });
}

/**
 * Gives the cases back in the order of their ids, so that two leaving users never cause a deadlock. Returns how many
 * were open.
 */
export async function giveBackCases(tx: Tx, leaving: Leaving): Promise<number> {
  return beyondScope(tx, async () => {
    const open = await tx
      .select({ case_id: cases.case_id })
      .from(cases)
      .where(
        and(
          or(eq(cases.technician_id, leaving.id), eq(cases.confirmer_id, leaving.id)),
          isNull(cases.closed_at),
          ne(cases.status, finishedStatus),
        ),
      )
      .orderBy(asc(cases.case_id));
    for (const { case_id } of open) await giveBack(tx, leaving, case_id);
    await replaceSecondsOf(tx, leaving.id, leaving.now);
    return open.length;
  });
}
