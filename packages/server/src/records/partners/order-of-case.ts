/** Reads the order that a case came from. */
import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { partnerOrders } from '../../platform/db/schema/partners.ts';

/** Returns the order that the case came from: the partner's own if it has one, else the first; null without orders. */
export async function orderOf(db: Queryable, case_id: number, partner_id: number | null) {
  const rows = await db
    .select()
    .from(partnerOrders)
    .where(eq(partnerOrders.case_id, case_id))
    .orderBy(asc(partnerOrders.order_id));
  return rows.find((row) => row.partner_id === partner_id) ?? rows[0] ?? null;
}
