/**
 * Where the user came from and where they can go: back to the list as it was left, to the case before and after in
 * it, also over the edge of its page. Stepping replaces the history entry, so one step back is always the list.
 */
import { topMenuOf } from '@rhythmdesk/domain/people/pages';
import { useCanGoBack, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type {} from '../../../platform/address/history-state.ts';
import { api } from '../../../platform/client/api.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { casePath, type ListTrail, neighbourOf, placeIn } from '../model/list-trail.ts';

export type CaseSteps = {
  readonly trail: ListTrail | undefined;
  /** The address of the list: the one come from, the upload history, else the one of this role. */
  readonly listHref: string;
  /** It was opened from the upload history, which stands in for a list. */
  readonly fromUploads: boolean;
  readonly place: number | null;
  readonly back: () => void;
  /** Absent at the end of the list, or where there is no list. */
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
};

/** The page of the list before or after the held one, as the list itself would fetch it now. */
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
    place: trail === undefined ? null : placeIn(trail, case_id),
    back: () => {
      if ((trail ?? uploads) !== undefined && canGoBack) window.history.back();
      else void navigate({ to: listHref });
    },
    previous: step(-1),
    next: step(1),
  };
}
