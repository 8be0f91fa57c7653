/**
 * Defines the state of the upload history as stored in its address, and makes the server query from it. An empty
 * address means the last 30 days, newest first; a whole HN ID is searched for in any period.
 */
import { uploadSortKeys, type uploadRoutes, type UploadSort } from '@rhythmdesk/contract/uploads';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { uploadOutcomes } from '@rhythmdesk/domain/case/upload-outcome';
import { z } from 'zod';
import { many } from '../../../platform/address/many.ts';
import { lastDays, type Period } from '../../../ui/list/period.ts';

const date = z.iso.date().optional().catch(undefined);

export const historySchema = z.object({
  q: z.string().max(80).catch(''),
  from_time: date,
  to_time: date,
  outcome: many(z.enum(uploadOutcomes)),
  user_id: many(z.coerce.number().int().positive()),
  sort: z.enum(uploadSortKeys).catch('-created_at'),
  page: z.coerce.number().int().min(1).catch(1),
});
export type HistoryState = z.output<typeof historySchema>;

const historySize = 100;
const usualDays = 30;

export function historyPeriodOf({ from_time, to_time }: HistoryState, today: string): Period {
  const usual = lastDays(today, usualDays);
  return { from: from_time ?? usual.from, to: to_time ?? usual.to };
}

export const usesPeriod = ({ q }: HistoryState): boolean => normaliseHnId(q) === null;

export type HistoryQuery = ParsedOf<typeof uploadRoutes.uploadHistory>;

export function historyQueryOf(state: HistoryState, today: string): HistoryQuery {
  const { q, outcome, user_id, sort, page } = state;
  const { from, to } = historyPeriodOf(state, today);
  return {
    ...(q === '' ? {} : { q }),
    ...(usesPeriod(state) ? { from_time: from, to_time: to } : {}),
    outcome,
    user_id,
    sort,
    page,
    size: historySize,
  };
}

/** Returns the query of the default list's count, shown on the tab. */
export const countQuery = (today: string): HistoryQuery => ({
  ...historyQueryOf(historySchema.parse({}), today),
  size: 1,
});

export function isFiltered({ q, outcome, user_id }: HistoryState): boolean {
  return q !== '' || outcome.length > 0 || user_id.length > 0;
}

/** Changes of the address that remove every filter; the period and the order stay. */
export const noFilters = { q: undefined, outcome: undefined, user_id: undefined, page: undefined } as const;

/** Changes of the address that remove the whole history state. */
export const noHistory = { ...noFilters, from_time: undefined, to_time: undefined, sort: undefined } as const;

/** Returns the order after a click on a column: the same one reversed, a new one from its default end. */
export function nextSort(sort: HistoryState['sort'], column: UploadSort): HistoryState['sort'] | undefined {
  const fromEnd = column === 'created_at' || column === 'size_bytes';
  const first = fromEnd ? (`-${column}` as const) : column;
  const second = fromEnd ? column : (`-${column}` as const);
  const next = sort === first ? second : first;
  return next === '-created_at' ? undefined : next;
}
