/**
 * Reads the rows that a closing freezes: the priced rows of its open accounts in the month, in the order of the
 * invoice.
 */
import { isCurrency } from '@rhythmdesk/domain/billing/money';
import { lengthClasses } from '@rhythmdesk/domain/billing/prices';
import { priorities } from '@rhythmdesk/domain/case/status';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/database.ts';
import { bookedRows, type Account, type MonthQuery } from './account-query.ts';

const whole = z.coerce.number().int();
export const accountShape = z.object({ hospital_id: whole, issuer_id: whole });

export const accountKey = ({ hospital_id, issuer_id }: Account): string =>
  `${String(hospital_id)} ${String(issuer_id)}`;

const rowShape = accountShape.extend({
  kind: z.enum(['case', 'adjustment']),
  case_id: whole,
  adjustment_id: whole.nullable(),
  priority: z.enum(priorities),
  length_class: z.enum(lengthClasses),
  currency: z.string().refine(isCurrency),
  amount_minor: whole,
});
export type BookedRow = z.output<typeof rowShape>;

/** Returns the rows by account: cases before adjustments, each in the order of their confirmation. */
export async function rowsToFreeze(tx: Tx, query: MonthQuery): Promise<Map<string, BookedRow[]>> {
  const { rows } = await tx.execute(sql`select b.* from (${bookedRows(query)}) b
    join cases c on c.case_id = b.case_id where not b.closed and b.currency is not null
    order by b.hospital_id, b.issuer_id, b.currency, (b.kind = 'adjustment'), c.confirmed_date, b.case_id,
      b.adjustment_id`);
  const byAccount = new Map<string, BookedRow[]>();
  for (const found of rows) {
    const row = rowShape.parse(found);
    const key = accountKey(row);
    const part = byAccount.get(key);
    if (part === undefined) byAccount.set(key, [row]);
    else part.push(row);
  }
  return byAccount;
}
