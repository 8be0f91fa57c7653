/**
 * Defines the routes for price policies (charging units): what a case costs by priority and recorded length, from a
 * date on.
 */
import { currencyDigits, isCurrency, type Currency } from '@rhythmdesk/domain/billing/money';
import { lengthClasses } from '@rhythmdesk/domain/billing/prices';
import type { priorities } from '@rhythmdesk/domain/case/status';
import { z } from 'zod';
import { calendarDate, done, optionalText, rowId, text, whole } from './fields.ts';
import { defineRoutes } from './route.ts';

export const currencies: readonly Currency[] = Object.keys(currencyDigits).filter(isCurrency);

/** Amounts in minor units of the policy's currency. */
const amounts = z.strictObject({
  up_to_48_h: whole(0, 1_000_000_000_000),
  up_to_7_d: whole(0, 1_000_000_000_000),
  longer: whole(0, 1_000_000_000_000),
} satisfies Record<(typeof lengthClasses)[number], z.ZodType>);
const prices = z.strictObject({ normal: amounts, urgent: amounts } satisfies Record<
  (typeof priorities)[number],
  z.ZodType
>);
export type PriceGrid = z.output<typeof prices>;

const validFrom = { valid_from: calendarDate, prices };

const chargingUnit = z.object({
  id: z.number().int(),
  name: z.string(),
  currency: z.enum(currencies),
  description: z.string(),
  /** The number of institutions that use it now. */
  institution_count: z.number().int(),
  /** Prices by the date from which they apply, oldest first; an amount that was never set is null. */
  versions: z.array(
    z.object({
      valid_from: z.string(),
      in_force: z.boolean(),
      prices: z.object({
        normal: z.record(z.enum(lengthClasses), z.number().int().nullable()),
        urgent: z.record(z.enum(lengthClasses), z.number().int().nullable()),
      }),
    }),
  ),
  /** The caller may add a new version. */
  editable: z.boolean(),
});
export type ChargingUnitView = z.output<typeof chargingUnit>;

export const priceRoutes = defineRoutes({
  chargingUnits: {
    method: 'GET',
    path: 'billing/charging-units',
    allow: 'price.read',
    audit: 'none',
    summary: 'Returns the price policies that the caller sees, each with its prices over time.',
    input: z.strictObject({}),
    output: z.object({ items: z.array(chargingUnit), today: z.string() }),
  },
  createChargingUnit: {
    method: 'POST',
    path: 'billing/charging-unit',
    allow: 'price.write',
    audit: 'price.create',
    summary: 'Creates a price policy with its first prices, which begin today or later.',
    input: z.strictObject({
      name: text(80),
      currency: z.enum(currencies),
      description: optionalText(500).optional(),
      ...validFrom,
    }),
    output: z.object({ id: z.number().int() }),
    success: 201,
  },
  succeedPrices: {
    method: 'POST',
    path: 'billing/charging-unit/:id/successor',
    allow: 'price.write',
    audit: 'price.change',
    summary: 'Sets the prices of a policy from a later day on. Prices that are already set never change.',
    input: z.strictObject({ id: rowId, ...validFrom }),
    output: done,
    success: 201,
  },
});
