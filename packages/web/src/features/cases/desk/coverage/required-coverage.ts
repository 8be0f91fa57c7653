/** Returns the minimum coverage of the center while it is not reached, and requests the case again once it is. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { coverageShort } from '@rhythmdesk/domain/case/coverage';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshCase } from '../../model/use-case.ts';
import type { CoverageSums } from './coverage-sums.ts';

type Owing = Pick<CaseDetail, 'case_id' | 'next_step'>;

/** Returns the minimum in percent; null if the center has no minimum, or if it is reached. */
export const requiredCoverageOf = ({ next_step: step }: Pick<Owing, 'next_step'>): number | null =>
  step.kind === 'owed' ? (step.coverage_short?.asked_percent ?? null) : null;

/** Once the server has stored enough reviewed minutes, the next step of the case changes. */
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
