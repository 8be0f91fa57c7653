/** Stores and finds the identifiers of orders that other systems create. */
import { and, asc, eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { fhirOrders } from '../../platform/db/schema/fhir-orders.ts';
import { refuseElement, type OrderIdentifier } from './order-fields.ts';

/** Returns the identifiers of a case, the earliest first. */
export const readIdentifiers = (db: Queryable, case_id: number): Promise<OrderIdentifier[]> =>
  db
    .select({ system: fhirOrders.system, value: fhirOrders.value })
    .from(fhirOrders)
    .where(eq(fhirOrders.case_id, case_id))
    .orderBy(asc(fhirOrders.fhir_order_id));

/** Returns the case that has the identifier in a hospital; null if there is none that the caller sees. */
export async function caseOfIdentifier(
  db: Queryable,
  hospital_id: number,
  { system, value }: OrderIdentifier,
): Promise<number | null> {
  const [found] = await db
    .select({ case_id: fhirOrders.case_id })
    .from(fhirOrders)
    .where(
      and(
        eq(fhirOrders.hospital_id, hospital_id),
        eq(fhirOrders.system, system),
        eq(fhirOrders.value, value),
      ),
    );
  return found?.case_id ?? null;
}

/** Adds identifiers to a case; refuses one that another case of the hospital has. */
export async function keepIdentifiers(
  tx: Tx,
  kept: { readonly case_id: number; readonly hospital_id: number },
  identifiers: readonly OrderIdentifier[],
  { now, place }: { readonly now: Date; readonly place: string },
): Promise<void> {
  if (identifiers.length === 0) return;
  const rows = identifiers.map((each) => ({ ...each, ...kept, created_at: now }));
  const added = await tx
    .insert(fhirOrders)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: fhirOrders.fhir_order_id });
  if (added.length < identifiers.length) throw refuseElement('order/identifier-taken', `${place}.identifier`);
}
