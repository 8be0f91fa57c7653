/** What the center asks to be looked at, while it is short, and that the case is asked again once it is not. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { coverageShort } from '@rhythmdesk/domain/case/coverage';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshCase } from '../../model/use-case.ts';
import type { CoverageSums } from './coverage-sums.ts';

type Owing = Pick<CaseDetail, 'case_id' | 'next_step'>;

/** Per cents; null where none are asked for, or they are there. */
export const requiredCoverageOf = ({ next_step: step }: Pick<Owing, 'next_step'>): number | null =>
  step.kind === 'owed' ? (step.coverage_short?.asked_percent ?? null) : null;

/** As soon as the server knows of enough, what comes next is another. */
export function useEnoughSeen(detail: Owing, sums: CoverageSums | null): void {
  const cache = useQueryClient();
  const { case_id } = detail;
  const required = requiredCoverageOf(detail);
  const isEnough =
    required !== null &&
    sums !== null &&
    coverageShort({ seen: sums.saved, minutes: sums.minutes }, required) === null;
  useEffect(() => {
    if (isEnough) void refreshCase(cache, case_id);
  }, [cache, case_id, isEnough]);
}
