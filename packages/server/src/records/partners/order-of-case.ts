/** Reads the orders that cases came from. */
import { asc, inArray } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { partnerOrders } from '../../platform/db/schema/partners.ts';

/**
 * Returns a function that finds the order that one of the cases came from: the partner's own if it has one, else the
 * first; null without orders.
 */
export async function readOrders(db: Queryable, case_ids: readonly number[], partner_id: number | null) {
  const rows = await db
    .select()
    .from(partnerOrders)
    .where(inArray(partnerOrders.case_id, [...case_ids]))
    .orderBy(asc(partnerOrders.order_id));
  return (case_id: number) => {
    const orders = rows.filter((row) => row.case_id === case_id);
    return orders.find((row) => row.partner_id === partner_id) ?? orders[0] ?? null;
  };
}

export async function orderOf(db: Queryable, case_id: number, partner_id: number | null) {
  return (await readOrders(db, [case_id], partner_id))(case_id);
}
