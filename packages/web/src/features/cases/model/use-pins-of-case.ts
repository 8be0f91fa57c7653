/** Provides the pinned comments of a case, for users who may read internal comments. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Pin, pinsOf } from './pins.ts';
import { commentsQuery } from './use-case.ts';

const none: readonly Pin[] = [];

/** Returns undefined until they are known; empty if they cannot be read. */
export function usePinsOfCase(case_id: CaseDetail['case_id'], isRead = true): readonly Pin[] | undefined {
  const { data, error } = useQuery({ ...commentsQuery(case_id), enabled: isRead });
  const comments = data?.items;
  const pins = useMemo(() => (comments === undefined ? undefined : pinsOf(comments)), [comments]);
  return isRead && error === null ? pins : (pins ?? none);
}
