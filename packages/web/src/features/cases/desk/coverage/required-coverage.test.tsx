// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { requiredCoverageOf, useEnoughSeen } from './required-coverage.ts';
import { coverageSums } from './coverage-sums.ts';

const next_step: CaseDetail['next_step'] = {
  kind: 'owed',
  action: 'review-request',
  guard: 'coverage',
  coverage_short: { seen_percent: 70, asked_percent: 80 },
};
const sumsOf = (saved: number, unsaved: number) =>
  coverageSums(
    { case_id: 7, minutes: 10, readers: [{ reader: { id: 1, name: 'Mori Kaede' }, minutes: [[0, saved]] }] },
    1,
    [[0, unsaved]],
  );

test('the required share is known while coverage is short, and not otherwise', () => {
  expect(requiredCoverageOf({ next_step })).toBe(80);
  expect(
    requiredCoverageOf({ next_step: { kind: 'owed', action: 'review-request', guard: 'report' } }),
  ).toBeNull();
  expect(requiredCoverageOf({ next_step: { kind: 'act', action: 'review-request' } })).toBeNull();
});

test('the case is loaded again once, when the server has enough; unsent minutes are not enough', () => {
  const cache = new QueryClient();
  const invalidated = vi.spyOn(cache, 'invalidateQueries');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { rerender } = renderHook(({ sums }) => useEnoughSeen({ case_id: 7, next_step }, sums), {
    wrapper,
    initialProps: { sums: sumsOf(7, 8) },
  });
  expect(invalidated).not.toHaveBeenCalled();
  rerender({ sums: sumsOf(8, 8) });
  const first = invalidated.mock.calls.length;
  expect(first).toBeGreaterThan(0);
  rerender({ sums: sumsOf(9, 9) });
  expect(invalidated).toHaveBeenCalledTimes(first);
});
