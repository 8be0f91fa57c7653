/**
 * Navigates from a case: back to the list as it was left, and to the previous and next case in it, across page
 * boundaries. Stepping replaces the history entry, so one step back always returns to the list.
 */
import { topMenuOf } from '@rhythmdesk/domain/people/pages';
import { useCanGoBack, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type {} from '../../../platform/address/history-state.ts';
import { api } from '../../../platform/client/api.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { casePath, type ListTrail, neighbourOf, positionInList } from '../model/list-trail.ts';

export type CaseSteps = {
  readonly trail: ListTrail | undefined;
  /** The address of the list: the one the user came from, the upload history, or else this role's own. */
  readonly listHref: string;
  /** The case was opened from the upload history, which replaces a list. */
  readonly fromUploads: boolean;
  readonly place: number | null;
  readonly back: () => void;
  /** Absent at the end of the list, or without a list. */
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
};

/** Returns the list page before or after the current one, as the list itself would fetch it now. */
async function adjacentPage(trail: ListTrail, page: number): Promise<ListTrail> {
  const query = { ...trail.query, page };
  const { items, total } = await api.call('cases', query);
  const [path = '/', searchText = ''] = trail.href.split('?');
  const search = new URLSearchParams(searchText);
  search.set('page', String(page));
  return { href: `${path}?${search.toString()}`, query, ids: items.map(({ case_id }) => case_id), total };
}

export function useCaseSteps(case_id: number): CaseSteps {
  const trail = useLocation({ select: ({ state }) => state.list });
  const uploads = useLocation({ select: ({ state }) => state.uploads });
  const { user_role } = useSessionUser();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const [busy, setBusy] = useState(false);
  const home = topMenuOf(user_role.role_key).find(({ entry }) => entry === 'patches')?.path ?? '/';
  const listHref = trail?.href ?? uploads ?? home;

  const open = (id: number, list: ListTrail): void => {
    void navigate({ to: casePath(id), replace: true, state: { list } });
  };
  const go = async (by: -1 | 1): Promise<void> => {
    if (trail === undefined || busy) return;
    const neighbour = neighbourOf(trail, case_id, by);
    if (neighbour.kind === 'case') open(neighbour.case_id, trail);
    if (neighbour.kind !== 'page') return;
    setBusy(true);
    try {
      const list = await adjacentPage(trail, neighbour.page);
      const id = by === 1 ? list.ids[0] : list.ids.at(-1);
      if (id !== undefined) open(id, list);
    } catch (error) {
      await showFault(error);
    } finally {
      setBusy(false);
    }
  };
  const step = (by: -1 | 1): (() => void) | undefined => {
    if (trail === undefined || neighbourOf(trail, case_id, by).kind === 'none') return undefined;
    return () => void go(by);
  };
  return {
    trail,
    listHref,
    fromUploads: uploads !== undefined,
    place: trail === undefined ? null : positionInList(trail, case_id),
    back: () => {
      if ((trail ?? uploads) !== undefined && canGoBack) window.history.back();
      else void navigate({ to: listHref });
    },
    previous: step(-1),
    next: step(1),
  };
}
