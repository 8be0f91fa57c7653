// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useHeldDraft } from './use-held-draft.ts';

type Note = { readonly version: number; readonly text: string };

const rules = { draftOf: ({ text }: Note) => ({ text }), textOf: ({ text }: { text: string }) => text };

const opened = (first: Note) =>
  renderHook((present: Note) => useHeldDraft(present, rules), { initialProps: first });

test('another user’s version is shown while nothing is typed', () => {
  const { result, rerender } = opened({ version: 1, text: 'first' });
  rerender({ version: 2, text: 'theirs' });
  expect(result.current).toMatchObject({ base: { version: 2 }, draft: { text: 'theirs' }, isChanged: false });
});

test('a typed text stays on the version that it was written on, until the newest is taken', () => {
  const { result, rerender } = opened({ version: 1, text: 'first' });
  act(() => result.current.setDraft({ text: 'mine' }));
  rerender({ version: 2, text: 'theirs' });
  expect(result.current).toMatchObject({ base: { version: 1 }, draft: { text: 'mine' }, isChanged: true });
  act(() => result.current.take({ version: 2, text: 'theirs' }));
  expect(result.current).toMatchObject({ base: { version: 2 }, draft: { text: 'theirs' } });
});

test('what is typed while a save runs stays and is unsaved', () => {
  const { result } = opened({ version: 1, text: 'first' });
  act(() => result.current.setDraft({ text: 'mine' }));
  const sent = result.current.draft;
  act(() => result.current.setDraft({ text: 'mine and more' }));
  act(() => result.current.stored(sent, { version: 2, text: 'mine' }));
  expect(result.current).toMatchObject({
    base: { version: 2 },
    draft: { text: 'mine and more' },
    isChanged: true,
  });
});

test('a saved draft is shown as it was stored', () => {
  const { result } = opened({ version: 1, text: 'first' });
  act(() => result.current.setDraft({ text: ' mine ' }));
  const sent = result.current.draft;
  act(() => result.current.stored(sent, { version: 2, text: 'mine' }));
  expect(result.current).toMatchObject({ base: { version: 2 }, draft: { text: 'mine' }, isChanged: false });
});
