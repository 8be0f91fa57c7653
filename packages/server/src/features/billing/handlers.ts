/** Handles the routes of price policies and of the billing. */
import type { billingRoutes } from '@rhythmdesk/contract/billing';
import type { priceRoutes } from '@rhythmdesk/contract/prices';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { listBilling, readBillingLines } from './billing-list.ts';
import { createUnit, listUnits, succeed, todayIn, type PriceChange } from './charging-units.ts';
import { answerSheet } from '../../platform/spreadsheet/answer-sheet.ts';
import { billingSheet } from './export-billing.ts';

export type BillingDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  /** IANA time zone in which invoice months and price days begin. */
  readonly billing_time_zone: string;
};

type Calling = { readonly caller: Caller };
const ok = { ok: true } as const;

export function billingHandlers({
  db,
  clock,
  billing_time_zone,
}: BillingDependencies): Handlers<typeof priceRoutes & typeof billingRoutes> {
  const changeBy = ({ caller }: Calling): PriceChange => {
    const now = clock.now();
    return { caller, now, today: todayIn(billing_time_zone, now) };
  };
  return {
    chargingUnits: ({ caller }) => listUnits(db, caller, todayIn(billing_time_zone, clock.now())),
    createChargingUnit: (call) => createUnit(db, call.input, changeBy(call)),
    succeedPrices: async (call) => {
      await succeed(db, call.input, changeBy(call));
      return ok;
    },
    billings: ({ caller, input }) => listBilling(db, caller, input, billing_time_zone),
    billingLines: ({ caller, input }) => readBillingLines(db, caller, input, billing_time_zone),
    exportBilling: async (call) => answerSheet(await billingSheet(db, call, billing_time_zone), call.signal),
  };
}
