/** Defines the state of the notice editors' page as stored in its address: the list's filters, and the open notice. */
import { noticeAudiences, noticeStates } from '@rhythmdesk/domain/notice/windows';
import { z } from 'zod';
import { many } from '../../../platform/address/many.ts';

export const noticeTabs = ['all', 'shown', 'planned', 'draft'] as const;

export const noticeSchema = z.object({
  q: z.string().max(80).catch(''),
  state: z.enum(['all', ...noticeStates]).catch('all'),
  group_type: many(z.enum(noticeAudiences)),
  page: z.coerce.number().int().min(1).catch(1),
  /** The notice in the editor, or a new one. */
  notice: z
    .union([z.literal('new'), z.coerce.number().int().positive()])
    .optional()
    .catch(undefined),
});
export type NoticeState = z.output<typeof noticeSchema>;

const pageSize = 50;

export function noticeQueryOf({ q, state, group_type, page }: NoticeState) {
  return {
    ...(q === '' ? {} : { q }),
    state: state === 'all' ? [] : [state],
    group_type,
    page,
    size: pageSize,
  };
}

export const isFiltered = ({ q, state, group_type }: NoticeState): boolean =>
  q !== '' || state !== 'all' || group_type.length > 0;

export const noFilters = { q: undefined, state: undefined, group_type: undefined, page: undefined } as const;
