// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ReadingContext } from '../../reading/reading-context.tsx';
import { closedReading } from '../../reading/reading-state.ts';
import { testReading } from '../../reading/test-reading.ts';
import { areKeysHeld } from '../../../../ui/keys/held-keys.ts';
import type { DeskAction } from './desk-tool.ts';
import { useCommandQueue } from './use-command-queue.ts';

const session = testReading();
const { state } = session;

const fold = (by: 1 | -1): void => state.set({ ...state.get(), folding: state.get().folding + by });
const nothing = { run: () => undefined };
const actions = {
  move: { ...nothing, waits: true },
  accept: { ...nothing, waits: true },
  step: { ...nothing },
  undo: { ...nothing },
  rhythms: { ...nothing, waits: true, opens: true },
} as const satisfies Record<string, DeskAction>;
type Name = keyof typeof actions;
const nameOf = (action: DeskAction): string =>
  Object.entries(actions).find(([, one]) => one === action)?.[0] ?? '';

/** Makes a desk on which every command of the given names begins an edit that is worked out later. */
function desk(writes: ReadonlySet<string>) {
  state.set(closedReading);
  const ran: string[] = [];
  const onReading = ({ children }: { readonly children: ReactNode }) => (
    <ReadingContext value={session}>{children}</ReadingContext>
  );
  const useQueue = () =>
    useCommandQueue((action) => {
      ran.push(nameOf(action));
      if (writes.has(nameOf(action))) fold(1);
    });
  const { result } = renderHook(useQueue, { wrapper: onReading });
  const press = (name: Name): void => act(() => result.current(actions[name]));
  return { ran, press, done: () => act(() => fold(-1)) };
}

test('a command for the finding waits for the edit before it, and later ones wait after it', () => {
  const { ran, press, done } = desk(new Set(['move', 'accept']));
  for (const command of ['move', 'move', 'accept', 'step'] as const) press(command);
  expect(ran).toEqual(['move']);
  done();
  expect(ran).toEqual(['move', 'move']);
  done();
  expect(ran).toEqual(['move', 'move', 'accept']);
  done();
  expect(ran).toEqual(['move', 'move', 'accept', 'step']);
});

test('commands that only read, and undo, which names the last edit of the log, do not wait', () => {
  const { ran, press } = desk(new Set(['move']));
  for (const command of ['move', 'step', 'undo'] as const) press(command);
  expect(ran).toEqual(['move', 'step', 'undo']);
});

test('commands that write nothing delay no other', () => {
  const { ran, press, done } = desk(new Set(['accept']));
  for (const command of ['accept', 'move', 'move', 'move'] as const) press(command);
  expect(ran).toEqual(['accept']);
  done();
  expect(ran).toEqual(['accept', 'move', 'move', 'move']);
});

test('keys after a waiting menu belong to the menu, until it is drawn', async () => {
  const { ran, press, done } = desk(new Set(['move']));
  press('move');
  expect(areKeysHeld()).toBe(false);
  press('rhythms');
  expect(ran).toEqual(['move']);
  expect(areKeysHeld()).toBe(true);
  done();
  expect(ran).toEqual(['move', 'rhythms']);
  await Promise.resolve();
  expect(areKeysHeld()).toBe(false);
});
