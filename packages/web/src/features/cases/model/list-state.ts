/**
 * Defines the state of a case list as stored in its address, and makes the server query from it.
 *
 * Invariants: an empty address is the list's default; `status=any` means that the default of open cases was removed;
 * the period is sent only if the view contains finished cases (the other views are small) and the search is not a whole
 * HN ID, which finds its case regardless of age.
 */
import { caseSortKeys, type CaseView, caseViews } from '@rhythmdesk/contract/cases';
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import {
  caseStatuses,
  type CaseStatus,
  openStatuses,
  priorities,
  severities,
} from '@rhythmdesk/domain/case/status';
import { z } from 'zod';
import { many } from '../../../platform/address/many.ts';
import { figureOf, figureSchema, isFigure, noFigure } from './list-figure.ts';
import type { ListKind } from './list-kinds.ts';
import { lastDays, type Period } from '../../../ui/list/period.ts';

const id = z.coerce.number().int().positive();
const date = z.iso.date().optional().catch(undefined);

export const listStateSchema = z.object({
  view: z.enum(caseViews).catch('all'),
  q: z.string().max(80).catch(''),
  from_time: date,
  to_time: date,
  status: many(z.enum([...caseStatuses, 'any'])),
  priority: many(z.enum(priorities)),
  severity: many(z.enum(severities)),
  hospital_id: many(id),
  tech_center_id: many(id),
  technician_id: many(id),
  team_id: many(id),
  closed: z.enum(['true', 'false']).optional().catch(undefined),
  ...figureSchema,
  sort: z.enum(caseSortKeys).optional().catch(undefined),
  page: z.coerce.number().int().min(1).catch(1),
});
export type ListState = z.output<typeof listStateSchema>;

const pageSize = 100;
const defaultPeriodDays = 30;

const finishedViews: ReadonlySet<CaseView> = new Set<CaseView>(['all', 'completed']);

export function usesPeriod(state: ListState): boolean {
  return finishedViews.has(state.view) && normaliseHnId(state.q) === null && !isFigure(state);
}

/** Returns whether the default of open cases applies, that is, nothing else was chosen. */
export function isOpenDefault(state: ListState, kind: ListKind): boolean {
  const isPlain = state.view === 'all' && state.status.length === 0 && state.q === '';
  return kind.openOnly && isPlain && !isFigure(state);
}

export function caseListPeriodOf(state: ListState, today: string): Period {
  const usual = lastDays(today, defaultPeriodDays);
  return { from: state.from_time ?? usual.from, to: state.to_time ?? usual.to };
}

export function statusesOf(state: ListState, kind: ListKind): readonly CaseStatus[] {
  if (isOpenDefault(state, kind)) return openStatuses;
  return state.status.filter((status) => status !== 'any');
}

function closedOf(state: ListState, kind: ListKind): { closed?: boolean } {
  if (state.closed !== undefined) return { closed: state.closed === 'true' };
  return isOpenDefault(state, kind) ? { closed: false } : {};
}

export type ListQuery = ParsedOf<typeof caseRoutes.cases>;

/** Corrections are sorted by how long they have been waiting: their first due date is long past. */
export function usualSort(view: CaseView, kind: ListKind): ListKind['sort'] {
  return view === 'correction' ? 'edit_started_at' : kind.sort;
}

/** Sorting by how long corrections wait is possible only in the view of corrections. */
function sortOf({ view, sort }: ListState, kind: ListKind): ListKind['sort'] {
  const isOfCorrections = sort?.endsWith('edit_started_at') ?? false;
  return sort === undefined || (isOfCorrections && view !== 'correction') ? usualSort(view, kind) : sort;
}

/** Returns the sort key of the time-left column in this view. */
export function sortInView(view: CaseView, sort: string | undefined): string | undefined {
  return view === 'correction' ? sort?.replace('report_due_date', 'edit_started_at') : sort;
}

/** `hospital_id`: the institution of the page; it takes precedence over any filter. */
export function caseListQueryOf(
  state: ListState,
  kind: ListKind,
  today: string,
  institution: number | null,
): ListQuery {
  const { from, to } = caseListPeriodOf(state, today);
  return {
    view: state.view,
    ...(state.q === '' ? {} : { q: state.q }),
    ...(usesPeriod(state) ? { from_time: from, to_time: to } : {}),
    status: [...statusesOf(state, kind)],
    priority: state.priority,
    severity: state.severity,
    hospital_id: institution === null ? state.hospital_id : [institution],
    tech_center_id: state.tech_center_id,
    technician_id: state.technician_id,
    team_id: state.team_id,
    ...closedOf(state, kind),
    ...figureOf(state),
    sort: sortOf(state, kind),
    page: state.page,
    size: pageSize,
  };
}

/** Returns the number of filters besides view, period and search. */
export function filterCount(state: ListState): number {
  const { status, priority, severity, hospital_id, tech_center_id, technician_id, team_id, closed } = state;
  const chosen = status.filter((each) => each !== 'any');
  const lists = [chosen, priority, severity, hospital_id, tech_center_id, technician_id, team_id];
  return lists.filter((list) => list.length > 0).length + (closed === undefined ? 0 : 1);
}

/** Changes of the address that remove every filter. */
export const noFilters = {
  q: undefined,
  status: ['any'],
  priority: undefined,
  severity: undefined,
  hospital_id: undefined,
  tech_center_id: undefined,
  technician_id: undefined,
  team_id: undefined,
  closed: undefined,
  ...noFigure,
  page: undefined,
} as const;

/** Changing the view removes the filters of the previous view. */
export function viewChange(view: string): Readonly<Record<string, unknown>> {
  const none = { status: undefined, closed: undefined, page: undefined };
  return { view: view === 'all' ? undefined : view, ...none, ...noFigure };
}
