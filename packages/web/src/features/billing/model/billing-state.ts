/** Defines the state of the billing as stored in its address, and makes the server query from it. */
import { currencies } from '@rhythmdesk/contract/prices';
import { isCalendarDate } from '@rhythmdesk/domain/kit/calendar';
import { z } from 'zod';
import { many } from '../../../platform/address/many.ts';
import type { BillingRow } from '@rhythmdesk/contract/billing';

const day = z.string().refine(isCalendarDate).optional().catch(undefined);
const ids = many(z.coerce.number().int().positive());

export const billingSchema = z.object({
  from: day,
  to: day,
  hospital: ids,
  center: ids,
  policy: ids,
  currency: many(z.enum(currencies)),
  page: z.coerce.number().int().min(1).catch(1),
  /** The row beside the list. */
  row: z.string().max(60).optional().catch(undefined),
});
export type BillingState = z.output<typeof billingSchema>;

const pageSize = 100;

/** Returns the period; by default from the first day of the current month on. */
export function billingPeriodOf({ from, to }: Pick<BillingState, 'from' | 'to'>, today: string) {
  return { from: from ?? `${today.slice(0, 8)}01`, to: to ?? today };
}

export function filterOf(state: BillingState, today: string) {
  const { from, to } = billingPeriodOf(state, today);
  return {
    start_time: from,
    end_time: to,
    request_group_id: state.hospital,
    response_group_id: state.center,
    charging_unit_id: state.policy,
    currency: state.currency,
  };
}

export const billingQueryOf = (state: BillingState, today: string) => ({
  ...filterOf(state, today),
  page: state.page,
  size: pageSize,
});

export const billingRowKey = ({
  request_group,
  response_group,
  charging_unit,
  currency,
}: BillingRow): string =>
  [request_group.id, response_group?.id ?? 0, charging_unit?.id ?? 0, currency ?? ''].join('-');
