/**
 * Decides which price policies a caller sees: all on the top level; a distributer its own and those of the groups it
 * serves.
 */
import { levelOf, topLevel } from '@rhythmdesk/domain/people/roles';
import { can } from '@rhythmdesk/domain/people/can';
import { sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Returns the condition over `charging_units`. */
export function visibleUnits({ actor }: Caller): SQL {
  if (can(actor, 'price.read') === 'never') throw new Refusal('auth/role-never');
  if (levelOf(actor.role_key) === topLevel) return sql`true`;
  const served = actor.assigned_group_ids.length === 0 ? sql`(null)` : sql`${[...actor.assigned_group_ids]}`;
  return sql`(charging_units.user_group_id = ${actor.user_group_id} or exists (select 1 from user_groups g
    where g.charging_unit_id = charging_units.id and g.deleted_at is null and g.id in ${served}))`;
}

/** Returns whether the caller may change this policy. A distributer may change only its own. */
export function mayChangeUnit({ actor }: Caller, unit: { readonly user_group_id: number | null }): boolean {
  if (can(actor, 'price.write') === 'never') return false;
  return levelOf(actor.role_key) === topLevel || unit.user_group_id === actor.user_group_id;
}
