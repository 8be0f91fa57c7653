// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ReadingContext } from '../../reading/reading-context.tsx';
import { testReading } from '../../reading/test-reading.ts';
import { testDesk } from '../session/test-desk.ts';
import { useChangeGroups } from './use-changes.ts';

test('saving an edit renders nothing that reads the changes', () => {
  const session = testReading();
  const desk = testDesk();
  let rendered = 0;
  renderHook(
    () => {
      rendered += 1;
      return useChangeGroups(desk);
    },
    { wrapper: ({ children }) => <ReadingContext value={session}>{children}</ReadingContext> },
  );
  const change = (state: Partial<ReturnType<typeof session.state.get>>): void =>
    act(() => session.state.set({ ...session.state.get(), ...state }));
  change({ folding: 1, unsent: 1 });
  change({ folding: 0 });
  change({ sending: 'sending' });
  change({ sending: 'saved', unsent: 0, saved_ms: 1 });
  expect(rendered).toBe(1);
  change({ log: [] });
  expect(rendered).toBe(2);
});
