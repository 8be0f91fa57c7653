/** Reads amount and count by request group, response group and price policy, and the cases of one such row. */
import { type BillingRow, type billingRoutes } from '@rhythmdesk/contract/billing';
import { currencies } from '@rhythmdesk/contract/prices';
import { groupName } from '@rhythmdesk/contract/people';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { lengthClasses } from '@rhythmdesk/domain/billing/prices';
import { priorities } from '@rhythmdesk/domain/case/status';
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { chargingUnits, userGroups } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { billedCases, lengthClassSql, type BillingFilter } from './billing-query.ts';

const centers = alias(userGroups, 'center');

const whole = z.coerce.number().int();
const currency = z.enum(currencies);

const found = z.object({
  request_group: groupName,
  response_group: groupName.nullable(),
  charging_unit: z.object({ id: z.number(), name: z.string() }).nullable(),
  currency: currency.nullable(),
  count: whole,
  urgent: whole,
  amount_minor: whole,
});

const amount = sql`coalesce(sum(${cases.price_minor}), 0)`;
const urgent = sql`count(*) filter (where ${cases.priority} = 'urgent')`;

/**
 * Returns one row for each pair of groups and policy, the largest amount of each currency first; rows without a price
 * come last.
 */
export async function readBillingRows(
  db: Db,
  where: SQL | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<BillingRow[]> {
  const rows = await db
    .select({
      request_group: { id: userGroups.id, name: userGroups.name, type: userGroups.type },
      response_group: { id: centers.id, name: centers.name, type: centers.type },
      charging_unit: { id: chargingUnits.id, name: chargingUnits.name },
      currency: cases.currency,
      count: sql`count(*)`,
      urgent,
      amount_minor: amount,
    })
    .from(cases)
    .innerJoin(userGroups, eq(userGroups.id, cases.hospital_id))
    .leftJoin(centers, eq(centers.id, cases.tech_center_id))
    .leftJoin(chargingUnits, eq(chargingUnits.id, cases.charging_unit_id))
    .where(where)
    .groupBy(userGroups.id, centers.id, chargingUnits.id, cases.currency)
    .orderBy(
      sql`${cases.currency} nulls last, ${amount} desc, ${userGroups.name}, ${userGroups.id}, ${centers.id}, ${chargingUnits.id}`,
    )
    .limit(limit)
    .offset(offset);
  return rows.map((row) => found.parse(row));
}

const total = z.object({
  currency: currency.nullable(),
  amount_minor: whole,
  count: whole,
  pairs: whole,
  hospitals: whole,
});

/** Returns the sums by currency over all rows, shown or not. */
async function readTotals(db: Db, where: SQL | undefined) {
  const pair = sql`(${cases.hospital_id}, ${cases.tech_center_id}, ${cases.charging_unit_id})`;
  const rows = await db
    .select({
      currency: cases.currency,
      amount_minor: amount,
      count: sql`count(*)`,
      pairs: sql`count(distinct ${pair})`,
      hospitals: sql`count(distinct ${cases.hospital_id})`,
    })
    .from(cases)
    .innerJoin(userGroups, eq(userGroups.id, cases.hospital_id))
    .where(where)
    .groupBy(cases.currency)
    .orderBy(cases.currency);
  return rows.map((row) => total.parse(row));
}

export async function listBilling(
  db: Db,
  caller: Caller,
  { page, size, ...filter }: ParsedOf<typeof billingRoutes.billings>,
  time_zone: string,
) {
  const where = billedCases(caller, filter, time_zone);
  const [items, sums] = await Promise.all([
    readBillingRows(db, where, { limit: size, offset: (page - 1) * size }),
    readTotals(db, where),
  ]);
  const totals = sums.flatMap(({ currency: name, pairs: _pairs, hospitals, ...rest }) =>
    name === null ? [] : [{ ...rest, currency: name, request_groups: hospitals }],
  );
  return {
    items,
    total: sums.reduce((all, { pairs }) => all + pairs, 0),
    page,
    size,
    totals,
    count: sums.reduce((all, { count }) => all + count, 0),
    unpriced: sums.find(({ currency: name }) => name === null)?.count ?? 0,
    time_zone,
  };
}

/** A recording without a length is in the shortest class. */
const lengthClass = lengthClassSql(sql`coalesce(${cases.recording_seconds}, 0)`);

const lineShape = z.object({
  priority: z.enum(priorities),
  length_class: z.enum(lengthClasses),
  price_minor: whole.nullable(),
  count: whole,
  amount_minor: whole,
});
const monthShape = z.object({ month: z.string(), count: whole, amount_minor: whole });

const isNullOr = (
  column: typeof cases.tech_center_id | typeof cases.charging_unit_id,
  id: number | undefined,
) => (id === undefined ? isNull(column) : eq(column, id));

export async function readBillingLines(
  db: Db,
  caller: Caller,
  input: ParsedOf<typeof billingRoutes.billingLines>,
  time_zone: string,
) {
  const { start_time, end_time, request_group_id, response_group_id, charging_unit_id } = input;
  const filter: BillingFilter = { start_time, end_time, request_group_id: [request_group_id] };
  const where = and(
    billedCases(caller, filter, time_zone),
    isNullOr(cases.tech_center_id, response_group_id),
    isNullOr(cases.charging_unit_id, charging_unit_id),
  );
  const from = sql`from ${cases} join ${userGroups} on ${userGroups.id} = ${cases.hospital_id}
    where ${where ?? sql`true`}`;
  const [lines, months] = await Promise.all([
    db.execute(sql`select ${cases.priority} as priority, ${lengthClass} as length_class,
        ${cases.price_minor} as price_minor, count(*) as count, ${amount} as amount_minor
      ${from} group by 1, 2, 3 order by 1, min(${cases.recording_seconds}), 3`),
    db.execute(sql`select to_char(${cases.confirmed_date} at time zone ${time_zone}, 'YYYY-MM') as month,
        count(*) as count, ${amount} as amount_minor
      ${from} group by 1 order by 1`),
  ]);
  return {
    lines: lines.rows.map((row) => lineShape.parse(row)),
    months: months.rows.map((row) => monthShape.parse(row)),
  };
}
