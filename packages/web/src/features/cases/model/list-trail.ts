/**
 * Describes the list that a case was opened from, stored in the history entry of the case page: a reload keeps it, a
 * new tab has none, and nothing is written to storage. It provides `n of m`, previous and next, and the way back.
 *
 * A list opens a case by `navigate({ to: casePath(id), state: { list: trail } })`. Previous and next replace the entry,
 * so that one step back in the browser's history always returns to the list as it was left.
 */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { ParsedOf } from '@rhythmdesk/contract/route';

export type ListTrail = {
  /** The list's own address with its filters: `/?view=mine&page=2`. */
  readonly href: string;
  /** The list's query, page and size included, so that the neighbouring pages can be fetched too. */
  readonly query: ParsedOf<typeof caseRoutes.cases>;
  /** The cases on that page, in the list's order. */
  readonly ids: readonly number[];
  readonly total: number;
};

declare module '@tanstack/react-router' {
  interface HistoryState {
    list?: ListTrail;
  }
}

export const casePath = (case_id: number): string => `/detail/${String(case_id)}`;

/** In the address of a case page: the page opens with the report instead of the recording. */
export const showReport = { show: 'report' } as const;

/** Returns the address of the reading desk of a case. */
export const deskPath = (case_id: number): string => `/review/${String(case_id)}`;

/** Returns the position of a case in its list, from 1; null if the list does not contain it. */
export function positionInList(trail: ListTrail, case_id: number): number | null {
  const index = trail.ids.indexOf(case_id);
  return index < 0 ? null : (trail.query.page - 1) * trail.query.size + index + 1;
}

/** The neighbour on the same page, the page on which the neighbour begins, or nothing at the list's end. */
export type Neighbour =
  | { readonly kind: 'case'; readonly case_id: number }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'none' };

export function neighbourOf(trail: ListTrail, case_id: number, by: -1 | 1): Neighbour {
  const index = trail.ids.indexOf(case_id);
  if (index < 0) return { kind: 'none' };
  const neighbour = trail.ids[index + by];
  if (neighbour !== undefined) return { kind: 'case', case_id: neighbour };
  const page = trail.query.page + by;
  const last = Math.ceil(trail.total / trail.query.size);
  return page >= 1 && page <= last ? { kind: 'page', page } : { kind: 'none' };
}
