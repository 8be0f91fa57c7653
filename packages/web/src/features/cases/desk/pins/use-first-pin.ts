/**
 * Selects the place that the desk opens at instead of the first finding: for the assignee, the first open comment that
 * another user pinned. So a returned case opens at what has to be changed until all of it is resolved.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useSessionUser } from '../../../../platform/session/session-state.ts';
import type { Pin } from '../../model/pins.ts';
import { usePinsOfCase } from '../../model/use-pins-of-case.ts';

/** Returns undefined until it is known; null if the desk opens as usual. */
export function useFirstPin({
  case_id,
  technician,
}: Pick<CaseDetail, 'case_id' | 'technician'>): Pin | null | undefined {
  const { id } = useSessionUser();
  const isMine = technician?.id === id;
  const pins = usePinsOfCase(case_id, isMine);
  if (!isMine) return null;
  if (pins === undefined) return undefined;
  return pins.find(({ isOpen, comment }) => isOpen && comment.user.id !== id) ?? null;
}
