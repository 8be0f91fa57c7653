/**
 * Checks that the billing time zone does not change while a month is closed. A closing froze the completions between
 * two times of its zone; a month of another zone begins at another time, so that a completion between the two would be
 * billed twice or never. The start refuses such a setting like any other wrong one.
 */
import { storedZoneName } from '@rhythmdesk/domain/kit/zone-name';
import { isNull } from 'drizzle-orm';
import { WrongSettings, type Config } from '../platform/config/config.ts';
import type { Db } from '../platform/db/database.ts';
import { everything, inScope } from '../platform/db/row-scope.ts';
import { invoiceClosings } from '../platform/db/schema/invoices.ts';

export async function refuseOtherBillingZone(
  db: Db,
  { BILLING_TIME_ZONE }: Pick<Config, 'BILLING_TIME_ZONE'>,
): Promise<void> {
  const closed = await inScope(everything, () =>
    db
      .selectDistinct({ time_zone: invoiceClosings.time_zone })
      .from(invoiceClosings)
      .where(isNull(invoiceClosings.reopened_at)),
  );
  const zone = storedZoneName(BILLING_TIME_ZONE);
  const other = closed.map(({ time_zone }) => storedZoneName(time_zone)).find((name) => name !== zone);
  if (other === undefined) return;
  throw new WrongSettings(
    ['BILLING_TIME_ZONE'],
    `BILLING_TIME_ZONE must be ${other}: invoices of closed months were made in it. See docs/invoices.md.`,
  );
}
