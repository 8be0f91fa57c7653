/**
 * Sets the price of a case at its first completion: the hospital's price policy in force on that day, copied to the
 * case. If the hospital has no policy, or the policy has no price yet, the case stays without a price; that never stops
 * a report from reaching the patient's doctor, and the invoice shows such a case as unpriced.
 */
import { isCurrency } from '@rhythmdesk/domain/billing/money';
import { lengthClasses, priceOn, type Price } from '@rhythmdesk/domain/billing/prices';
import { priorities } from '@rhythmdesk/domain/case/status';
import { calendarDate } from '@rhythmdesk/domain/kit/calendar';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { chargingUnitPrices, chargingUnits } from '../../platform/db/schema/people.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import type { CaseChange } from '../../records/cases/save-case.ts';

const priceRow = z.object({
  currency: z.string(),
  priority: z.enum(priorities),
  length_class: z.enum(lengthClasses),
  valid_from: z.string(),
  amount_minor: z.number(),
  today: z.string(),
});

export async function priceOfCase(
  tx: Tx,
  { row, hospital }: CaseRecord,
  now: Date,
  billingTimeZone: string,
): Promise<CaseChange> {
  const { charging_unit_id } = hospital;
  const priority = priorities.find((word) => word === row.priority);
  if (charging_unit_id === null || priority === undefined || row.recording_seconds === null) return {};
  const found = await tx
    .select({
      currency: chargingUnits.currency,
      priority: chargingUnitPrices.priority,
      length_class: chargingUnitPrices.length_class,
      valid_from: chargingUnitPrices.valid_from,
      amount_minor: chargingUnitPrices.amount_minor,
      today: sql<string>`to_char(${now.toISOString()}::timestamptz at time zone ${billingTimeZone}, 'YYYY-MM-DD')`,
    })
    .from(chargingUnitPrices)
    .innerJoin(chargingUnits, eq(chargingUnits.id, chargingUnitPrices.charging_unit_id))
    .where(eq(chargingUnitPrices.charging_unit_id, charging_unit_id));
  const rows = z.array(priceRow).parse(found);
  const [first] = rows;
  if (first === undefined || !isCurrency(first.currency)) return {};
  const prices: Price[] = rows.map((price) => ({ ...price, valid_from: calendarDate(price.valid_from) }));
  const today = calendarDate(first.today);
  const price = priceOn({ currency: first.currency, prices }, today, priority, row.recording_seconds);
  if (!price.ok) return { charging_unit_id };
  return { charging_unit_id, price_minor: price.value.amount_minor, currency: price.value.currency };
}
