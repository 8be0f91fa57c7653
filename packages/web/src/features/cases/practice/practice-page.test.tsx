// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../../platform/client/api.ts';
import { setSessionState } from '../../../platform/session/session-state.ts';
import { atAddress, sessionUser, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { practiceCase } from './practice-case.ts';
import { Page } from './practice-page.tsx';
import { practiceStores } from './practice-progress.ts';
import { mending } from './test-practice.ts';

/** Number of desks that were opened. */
let opened = 0;
vi.mock('../desk/desk-page.tsx', () => ({
  OpenedDesk: ({ beside }: { readonly beside: (desk: null) => ReactNode }) => {
    const [number] = useState(() => (opened += 1));
    return (
      <>
        <p role="status">{number}</p>
        {beside(null)}
      </>
    );
  },
}));
vi.mock('./practice-coach.tsx', () => ({
  PracticeCoach: ({ onAgain }: { readonly onAgain: () => void }) => (
    <button type="button" onClick={onAgain}>
      again
    </button>
  ),
}));

beforeEach(() => {
  localStorage.clear();
  opened = 0;
});

const desk = () => screen.findByRole('status').then(({ textContent }) => Number(textContent));
const write = (after: number) =>
  api.call('appendEdits', {
    ...{ case_id: practiceCase, page_id: crypto.randomUUID(), analysis_version: 1, checksum: '0'.repeat(16) },
    ...{ after, edits: [mending.accept] },
  });

test('the opened desk stays when the session is renewed, also after the first edit', async () => {
  signedInAs();
  await showIn('en', atAddress('/practice', <Page />));
  expect(await desk()).toBe(1);
  await act(() => write(0));
  expect(practiceStores(7).log.get()).toHaveLength(1);
  act(() => setSessionState({ kind: 'signed-in', token: 'renewed', user: sessionUser() }));
  expect(await desk()).toBe(1);
});

test.each([0, 1])('restarted after %i edits it is a new desk without edits', async (edits) => {
  signedInAs();
  const user = await showIn('en', atAddress('/practice', <Page />));
  expect(await desk()).toBe(1);
  for (let after = 0; after < edits; after += 1) await act(() => write(after));
  await user.click(screen.getByRole('button', { name: 'again' }));
  expect(await desk()).toBe(2);
  expect(practiceStores(7).log.get()).toEqual([]);
});
