/**
 * Locks an account until the transaction ends, so that what was read of it is still true when the change is written.
 * Closing, reopening and adjusting a month all lock the account.
 */
import type { CalendarMonth } from '@rhythmdesk/domain/kit/brand';
import { calendarMonth } from '@rhythmdesk/domain/kit/calendar';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/database.ts';
import { invoiceClosings } from '../../../platform/db/schema/invoices.ts';
import type { Account } from './account-query.ts';

/** Locks the accounts in the given order, which must be the same for everybody who locks several. */
export async function lockAccounts(tx: Tx, accounts: readonly Account[]): Promise<void> {
  const names = accounts.map(
    ({ hospital_id, issuer_id }) => `invoice-account:${String(hospital_id)}:${String(issuer_id)}`,
  );
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(a.name, 0))
    from unnest(${sql.param(names)}::text[]) with ordinality a (name, place) order by a.place`);
}

export const lockAccount = (tx: Tx, account: Account): Promise<void> => lockAccounts(tx, [account]);

/** Returns the closed months of an account. */
export async function closedMonths(tx: Tx, account: Account): Promise<ReadonlySet<CalendarMonth>> {
  const rows = await tx
    .select({ month: invoiceClosings.month })
    .from(invoiceClosings)
    .where(
      and(
        eq(invoiceClosings.hospital_id, account.hospital_id),
        eq(invoiceClosings.issuer_id, account.issuer_id),
        isNull(invoiceClosings.reopened_at),
      ),
    );
  return new Set(rows.map(({ month }) => calendarMonth(month)));
}
