/** Decides which of the selected rows a bulk action applies to, and which center they belong to. */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { can } from '@rhythmdesk/domain/people/can';

export type BulkAct = 'request' | 'assign' | 'assign-to-me';

/**
 * Returns the bulk actions that a role can ever perform; a role that assigns does not need to take cases one by one.
 */
export function bulkActsOf(user_role: Parameters<typeof can>[0]): readonly BulkAct[] {
  const may = (permission: Permission) => can(user_role, permission) !== 'never';
  const acts: BulkAct[] = may('case.request') ? ['request'] : [];
  if (may('case.assign')) acts.push('assign');
  else if (may('case.assign_to_me')) acts.push('assign-to-me');
  return acts;
}

export type BulkRows = {
  readonly fit: readonly CaseRow[];
  /** The other selected rows, to which the action does not apply now. */
  readonly left: readonly CaseRow[];
  /** The center of all applicable rows; null if there are several centers or none. */
  readonly tech_center: CaseRow['tech_center'];
};

export function bulkRows(rows: readonly CaseRow[], selected: ReadonlySet<number>, act: BulkAct): BulkRows {
  const chosen = rows.filter(({ case_id }) => selected.has(case_id));
  const fit = chosen.filter(({ actions }) => actions.includes(act));
  const centers = new Map(
    fit.flatMap(({ tech_center }) => (tech_center ? [[tech_center.id, tech_center]] : [])),
  );
  const [only = null] = centers.values();
  const left = chosen.filter((row) => !fit.includes(row));
  return { fit, left, tech_center: centers.size === 1 ? only : null };
}
