/**
 * Lists the objections to closing a month: cases without a price, corrections in progress, hospitals without an
 * address, and characters that the invoices cannot print.
 */
import { groupName } from '@rhythmdesk/contract/people';
import { correctionStatus } from '@rhythmdesk/domain/case/status';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { unprintableIn } from '../../../platform/pdf/printable-text.ts';
import { bookedRows, type MonthQuery } from './account-query.ts';

const whole = z.coerce.number().int();
const openPoint = z.object({
  case_id: whole,
  hn_id: z.string(),
  hospital: groupName,
  confirmed_at: z.coerce.date().transform((date) => date.toISOString()),
});
const counts = z.object({ account_count: whole, unpriced_count: whole, correction_count: whole });

/** Number of items of each kind that are listed; the counts include all. */
const mostListed = 50;

/** Counts, for the open accounts, the cases without a price and those in correction. */
export async function countChecklist(db: Queryable, query: MonthQuery) {
  const { rows } = await db.execute(sql`
    select count(distinct (b.hospital_id, b.issuer_id)) as account_count,
      count(*) filter (where b.kind = 'case' and b.currency is null) as unpriced_count,
      count(*) filter (where b.kind = 'case' and c.status = ${correctionStatus}) as correction_count
    from (${bookedRows(query)}) b join cases c on c.case_id = b.case_id where not b.closed`);
  return counts.parse(rows[0]);
}

async function listPoints(db: Queryable, query: MonthQuery, kind: 'unpriced' | 'correction') {
  const condition = kind === 'unpriced' ? sql`b.currency is null` : sql`c.status = ${correctionStatus}`;
  const { rows } = await db.execute(sql`
    select b.case_id, c.hn_id, jsonb_build_object('id', h.id, 'name', h.name, 'type', h.type) as hospital,
      c.confirmed_date as confirmed_at
    from (${bookedRows(query)}) b join cases c on c.case_id = b.case_id join user_groups h on h.id = b.hospital_id
    where b.kind = 'case' and not b.closed and ${condition}
    order by h.name, h.id, c.confirmed_date, b.case_id limit ${mostListed}`);
  return rows.map((row) => openPoint.parse(row));
}

async function listWithoutAddress(db: Queryable, query: MonthQuery) {
  const { rows } = await db.execute(sql`
    select distinct h.id::int as id, h.name, h.type from (${bookedRows(query)}) b join user_groups h on h.id = b.hospital_id
    where not b.closed and h.billing_email = '' order by h.name, 1`);
  return rows.map((row) => groupName.parse(row));
}

const printedGroup = z.object({ group: groupName, words: z.string() });

/**
 * Lists the hospitals and issuers whose details on the invoices, or whose reasons of adjustments, have characters that
 * cannot be printed.
 */
async function listUnprintable(db: Queryable, query: MonthQuery) {
  const { rows } = await db.execute(sql`
    with billed as materialized (select b.* from (${bookedRows(query)}) b where not b.closed),
    parties as (select hospital_id as id from billed union select issuer_id from billed)
    select jsonb_build_object('id', h.id, 'name', h.name, 'type', h.type) as group, concat_ws(E'\n', h.name, h.postcode,
      coalesce(nullif(h.billing_address, ''), h.address), h.billing_email, h.tax_number, h.bank_account,
      (select string_agg(a.reason, E'\n') from billed b join invoice_adjustments a on a.adjustment_id = b.adjustment_id
        where b.hospital_id = h.id)) as words
    from user_groups h join parties on parties.id = h.id order by h.name, h.id`);
  return rows.flatMap((row) => {
    const { group, words } = printedGroup.parse(row);
    const characters = unprintableIn(words);
    return characters.length === 0 ? [] : [{ group, characters }];
  });
}

export async function readChecklist(db: Queryable, query: MonthQuery) {
  const [counted, unpriced, corrections, without_address, unprintable] = await Promise.all([
    countChecklist(db, query),
    listPoints(db, query, 'unpriced'),
    listPoints(db, query, 'correction'),
    listWithoutAddress(db, query),
    listUnprintable(db, query),
  ]);
  noteAudit({ case_ids: [...unpriced, ...corrections].map(({ case_id }) => case_id) });
  return { ...counted, unpriced, corrections, without_address, unprintable };
}
