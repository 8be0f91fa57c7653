/**
 * Measures the invoices over a million cases, as the server answers them without HTTP. The requests are the months of a
 * year and of the last thirteen, the accounts of an open and of a closed month, the first and the last page of an
 * account; then it closes a month, once. Callers: one who sees everything, and a distributer with thirty hospitals.
 */
import { monthInZone } from '@rhythmdesk/domain/kit/calendar';
import { zoneOffset } from '@rhythmdesk/server/features/billing/invoices/account-query';
import { readChecklist } from '@rhythmdesk/server/features/billing/invoices/checklist';
import { closeMonth } from '@rhythmdesk/server/features/billing/invoices/close-month';
import { readAccounts } from '@rhythmdesk/server/features/billing/invoices/invoice-accounts';
import { listMonths } from '@rhythmdesk/server/features/billing/invoices/invoice-months';
import { listInvoiceRows } from '@rhythmdesk/server/features/billing/invoices/invoice-rows';
import { sumZones } from '@rhythmdesk/server/features/statistics/sum-zones';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { everything, inScope, rowScopeOf } from '@rhythmdesk/server/platform/db/row-scope';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import type { Bench, Print } from './bench.ts';
import { benchCaller } from './case-list-mix.ts';
import { addHistories, millionCases } from './million-cases.ts';
import { percentile, timesOf } from './percentile.ts';

const goal = 300;
const closingGoal = 10;
const time_zone = 'Asia/Seoul';
const administrator = benchCaller('ADMIN', 'admin', 1);
const network = benchCaller('DISTRIBUTER', 'distributer', 1);
const assigned_group_ids = Array.from({ length: 30 }, (_, index) => 11 + index * 10);
const distributer: Caller = { ...network, actor: { ...network.actor, assigned_group_ids } };

const monthAgo = (months: number) => {
  const now = new Date();
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15);
  return monthInZone(first, zoneOffset(time_zone));
};
const closed = monthAgo(3);
const open = monthAgo(2);

async function close(db: Db): Promise<number> {
  const query = { caller: administrator, permission: 'invoice.close', month: closed, time_zone } as const;
  const { account_count, unpriced_count, correction_count } = await readChecklist(db, query);
  if (account_count === 0) return 0;
  const change = { caller: administrator, now: new Date(), time_zone };
  const startedAt = performance.now();
  await closeMonth(db, { month: closed, unpriced_count, correction_count }, change);
  return performance.now() - startedAt;
}

async function measureAs(db: Db, who: string, caller: Caller, print: Print): Promise<void> {
  const now = new Date();
  const accountsQuery = { caller, time_zone };
  const rows = { hospital_id: 11, issuer_id: 2, size: 25 };
  const asks = {
    'thirteen months': () => listMonths(db, {}, { ...accountsQuery, now }),
    'months of a year': () => listMonths(db, { year: now.getUTCFullYear() - 1 }, { ...accountsQuery, now }),
    'an open month': () => readAccounts(db, { ...accountsQuery, month: open }, now),
    'a closed month': () => readAccounts(db, { ...accountsQuery, month: closed }, now),
    'rows of an open month': () => listInvoiceRows(db, caller, { ...rows, month: open, page: 1 }, time_zone),
    'rows of a closed month': () =>
      listInvoiceRows(db, caller, { ...rows, month: closed, page: 5 }, time_zone),
  };
  for (const [what, ask] of Object.entries(asks)) {
    const times = await timesOf(9, ask);
    print({ what: `${who}, ${what}, p95`, value: percentile(times, 0.95), unit: 'ms', goal });
  }
}

export default {
  name: 'invoices',
  run: async (print) => {
    const { db, close: end } = await millionCases(addHistories);
    try {
      // A server updates these sums with a job every ten minutes.
      const now = new Date();
      await inScope(everything, () => sumZones(db, { now, signal: new AbortController().signal }));
      const time = await inScope(everything, () => close(db));
      if (time > 0)
        print({ what: 'a month of 300 accounts closed', value: time / 1000, unit: 's', goal: closingGoal });
      await inScope(rowScopeOf(administrator.actor), () =>
        measureAs(db, 'administrator', administrator, print),
      );
      await inScope(rowScopeOf(distributer.actor), () => measureAs(db, 'distributer', distributer, print));
    } finally {
      await end();
    }
  },
} satisfies Bench;
