/** Reads partners with their settings. */
import { hl7Settings, type Hl7Settings } from '@rhythmdesk/contract/partners';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { can } from '@rhythmdesk/domain/people/can';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, eq, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { partners } from '../../platform/db/schema/partners.ts';
import { scopeSql } from '../../platform/db/scope-sql.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { institutionColumns } from '../../records/people/user-scope.ts';

export type PartnerRow = Omit<typeof partners.$inferSelect, 'settings'> & { readonly settings: Hl7Settings };

/** Returns the condition for the institutions whose partners a permission covers. */
export function ofReach({ actor }: Pick<Asking, 'actor'>, permission: Permission): SQL {
  const grant = can(actor, permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  return scopeSql(conditionOf('institution', actor, grant), institutionColumns);
}

export const withSettings = (row: typeof partners.$inferSelect): PartnerRow => ({
  ...row,
  settings: hl7Settings.parse(row.settings),
});

export async function readPartner(db: Queryable, partner_id: number): Promise<PartnerRow | null> {
  const [row] = await db.select().from(partners).where(eq(partners.partner_id, partner_id));
  return row === undefined ? null : withSettings(row);
}

/** Returns the active partners from which orders are accepted. */
export async function orderingPartners(db: Queryable): Promise<PartnerRow[]> {
  const rows = await db
    .select()
    .from(partners)
    .where(and(eq(partners.active, true), eq(partners.takes_orders, true)));
  return rows.map(withSettings);
}
