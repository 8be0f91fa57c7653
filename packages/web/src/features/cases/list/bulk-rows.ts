/** Which of the selected rows a bulk act can take, and of which center they are. */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { can } from '@rhythmdesk/domain/people/can';

export type BulkAct = 'assign' | 'assign-to-me';

/** A chief, a center and an administrator assign; a technician takes; the others have nothing to do in bulk. */
export function bulkActOf(user_role: Parameters<typeof can>[0]): BulkAct | null {
  if (can(user_role, 'case.assign') !== 'never') return 'assign';
  return can(user_role, 'case.assign_to_me') === 'never' ? null : 'assign-to-me';
}

export type BulkRows = {
  readonly fit: readonly CaseRow[];
  readonly skipped: number;
  /** The one center of all that fit; null where there are several or none. */
  readonly tech_center: CaseRow['tech_center'];
};

export function bulkRows(rows: readonly CaseRow[], selected: ReadonlySet<number>, act: BulkAct): BulkRows {
  const chosen = rows.filter(({ case_id }) => selected.has(case_id));
  const fit = chosen.filter(({ actions }) => actions.includes(act));
  const centers = new Map(
    fit.flatMap(({ tech_center }) => (tech_center ? [[tech_center.id, tech_center]] : [])),
  );
  const [only = null] = centers.values();
  return { fit, skipped: chosen.length - fit.length, tech_center: centers.size === 1 ? only : null };
}
