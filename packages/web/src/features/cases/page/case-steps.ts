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

/** The page of the list beside the held one, as the list itself would ask for it now. */
async function pageBeside(trail: ListTrail, page: number): Promise<ListTrail> {
  const asked = { ...trail.asked, page };
  const { items, total } = await api.call('cases', asked);
  const [path = '/', query = ''] = trail.href.split('?');
  const search = new URLSearchParams(query);
  search.set('page', String(page));
  return { href: `${path}?${search.toString()}`, asked, ids: items.map(({ case_id }) => case_id), total };
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
    const beside = neighbourOf(trail, case_id, by);
    if (beside.kind === 'case') open(beside.case_id, trail);
    if (beside.kind !== 'page') return;
    setBusy(true);
    try {
      const list = await pageBeside(trail, beside.page);
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
