/**
 * Defines the routes for billing: what request groups (hospitals) owe response groups (centers) for the cases completed
 * in a period.
 */
import { lengthClasses } from '@rhythmdesk/domain/billing/prices';
import { priorities } from '@rhythmdesk/domain/case/status';
import { z } from 'zod';
import { calendarDate, listOf, pageFields, pageOf, rowId } from './fields.ts';
import { groupName } from './people.ts';
import { currencies } from './prices.ts';
import { defineRoutes } from './route.ts';

const named = z.object({ id: z.number().int(), name: z.string() });

const billingRow = z.object({
  request_group: groupName,
  response_group: groupName.nullable(),
  /** Null for cases that had no price when they were completed. */
  charging_unit: named.nullable(),
  currency: z.enum(currencies).nullable(),
  count: z.number().int(),
  urgent: z.number().int(),
  amount_minor: z.number().int(),
});
export type BillingRow = z.output<typeof billingRow>;

const period = {
  /** Both ends are included, as days of the billing time zone; at most a year. */
  start_time: calendarDate,
  end_time: calendarDate,
};
const filter = {
  ...period,
  request_group_id: listOf(rowId).optional(),
  response_group_id: listOf(rowId).optional(),
  charging_unit_id: listOf(rowId).optional(),
  currency: listOf(z.enum(currencies)).optional(),
};

const sums = {
  /** One per currency, because amounts of different currencies are never added. */
  totals: z.array(
    z.object({
      currency: z.enum(currencies),
      amount_minor: z.number().int(),
      count: z.number().int(),
      request_groups: z.number().int(),
    }),
  ),
  count: z.number().int(),
  unpriced: z.number().int(),
  time_zone: z.string(),
};

const line = z.object({
  priority: z.enum(priorities),
  length_class: z.enum(lengthClasses),
  price_minor: z.number().int().nullable(),
  count: z.number().int(),
  amount_minor: z.number().int(),
});
export type BillingLine = z.output<typeof line>;

export const billingRoutes = defineRoutes({
  billings: {
    method: 'GET',
    path: 'billing/billings',
    allow: 'billing.read',
    audit: 'none',
    summary: 'Returns amount and count between request and response groups over a period, by price policy.',
    input: z.strictObject({ ...pageFields, ...filter }),
    output: pageOf(billingRow).extend(sums),
  },
  billingLines: {
    method: 'GET',
    path: 'billing/lines',
    allow: 'billing.read',
    audit: 'none',
    summary:
      'Returns the parts of one row of the billing: its prices by priority and length, and its months.',
    input: z.strictObject({
      ...period,
      request_group_id: rowId,
      /** Absent if no center has read the cases. */
      response_group_id: rowId.optional(),
      /** Absent if there was no price. */
      charging_unit_id: rowId.optional(),
    }),
    output: z.object({
      lines: z.array(line),
      months: z.array(
        z.object({ month: z.string(), count: z.number().int(), amount_minor: z.number().int() }),
      ),
    }),
  },
  exportBilling: {
    method: 'GET',
    path: 'billing/export',
    allow: 'billing.read',
    audit: 'billing.export',
    summary: 'Returns the billing as a spreadsheet, for the period and the filters.',
    input: z.strictObject(filter),
    output: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  },
});
