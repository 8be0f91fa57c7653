// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { ChainBar } from './chain-bar.tsx';

const proof = {
  ended_at: '2026-11-22T04:41:41.000Z',
  ms: 41_300,
  cases: 381,
  history_rows: 512_330,
  audit_rows: 1_047_902,
  rows_since: 673,
  anchors: 12,
  anchored_at: '2026-11-22T04:23:00.000Z',
  fault_count: 0,
  faults: [],
};
const audit = { chain: 'audit', case_id: null, audit_id: 88, fault: 'changed' };
const history = { chain: 'history', case_id: 7, audit_id: null, fault: 'cut' };

test('a requested verification is waited for, and its result is shown', async () => {
  const unproved: { proof: typeof proof | null; asked_at: string | null } = { proof: null, asked_at: null };
  const states = [unproved, { ...unproved, asked_at: '2026-11-22T04:41:00.000Z' }];
  const calls = answerCalls(() => Response.json(states.length > 1 ? states.shift() : states[0]));
  // The page asks again after two seconds; the test lets them pass.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await showIn('en', <ChainBar />);
  expect(await screen.findByText('Not verified yet')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Verify now' }));
  const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: 'Verifying…' });
  expect(waiting.disabled).toBe(true);
  states[0] = { proof, asked_at: null };
  vi.advanceTimersByTime(2_000);
  await waitFor(() => screen.getByText('Audit log intact'));
  expect(screen.getByText(/^1,047,902 rows verified .* in 41 s, 673 since$/)).toBeDefined();
  expect(screen.getByText('Case history: 512,330 rows of 381 cases')).toBeDefined();
  expect(calls.length).toBeGreaterThan(2);
  expect(calls.every(({ path }) => path.includes('audit/proof'))).toBe(true);
});

test('broken chains are an alert that names the first rows and the number of others', async () => {
  answerCalls(() =>
    Response.json({ proof: { ...proof, fault_count: 5, faults: [audit, history] }, asked_at: null }),
  );
  await showIn('en', <ChainBar />);
  const chains = await screen.findByRole('region', { name: 'Audit log' });
  expect(within(chains).getByText('5 breaks in the audit log')).toBeDefined();
  const lines = within(chains).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Audit row 88: altered',
    'Case 7: rows were removed from here on',
    'and 3 others',
  ]);
});
