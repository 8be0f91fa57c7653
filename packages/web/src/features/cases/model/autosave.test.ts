import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeAutosave, type SaveOutcome } from './autosave.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function field(outcomes: SaveOutcome<string>[] = [], start = { base: 'a', value: 'a' }) {
  const sent: [string, string][] = [];
  const kept: (string | undefined)[] = [];
  const session = new AbortController();
  const autosave = makeAutosave({
    ...start,
    ended: session.signal,
    same: (a: string, b: string) => a === b,
    restMs: 1_500,
    againMs: 15_000,
    keep: (text) => void kept.push(text),
    save: async (text, base) => {
      sent.push([text, base]);
      return outcomes.shift() ?? { kind: 'saved' };
    },
  });
  return { autosave, sent, kept, session };
}

test('typing is saved after a pause, and once', async () => {
  const { autosave, sent, kept } = field();
  autosave.type('ab');
  await vi.advanceTimersByTimeAsync(1_000);
  autosave.type('abc');
  await vi.advanceTimersByTimeAsync(1_499);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([['abc', 'a']]);
  expect(autosave.state()).toEqual({ value: 'abc', base: 'abc', theirs: undefined });
  expect(kept).toEqual(['ab', 'abc', undefined]);
});

test('text typed during a save is saved after it', async () => {
  const { autosave, sent } = field();
  autosave.type('b');
  autosave.flush();
  autosave.type('bc');
  autosave.flush();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(sent).toEqual([
    ['b', 'a'],
    ['bc', 'b'],
  ]);
});

test('nothing is sent or stored after the session of its user has ended', async () => {
  const { autosave, sent, kept, session } = field([{ kind: 'failed' }, { kind: 'failed' }]);
  autosave.type('b');
  autosave.flush();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(sent).toHaveLength(2);
  const before = kept.length;
  autosave.flush();
  session.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  autosave.flush();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent.length, kept.length]).toEqual([3, before]);
});

test('a failed save keeps the text and is repeated', async () => {
  const { autosave, sent } = field([{ kind: 'failed' }]);
  autosave.type('b');
  autosave.flush();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(sent).toHaveLength(1);
  expect(autosave.state().value).toBe('b');
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
  expect(autosave.state().base).toBe('b');
});

test('another user’s text waits for a choice; nothing is sent meanwhile', async () => {
  const { autosave, sent } = field([{ kind: 'changed', theirs: 'x' }]);
  autosave.type('mine');
  autosave.flush();
  await vi.advanceTimersByTimeAsync(60_000);
  autosave.type('mine!');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(autosave.state()).toEqual({ value: 'mine!', base: 'a', theirs: 'x' });
  autosave.choose('mine');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.at(-1)).toEqual(['mine!', 'x']);
});

test('the other text can be taken', async () => {
  const { autosave, sent, kept } = field([{ kind: 'changed', theirs: 'x' }]);
  autosave.type('mine');
  autosave.flush();
  await vi.advanceTimersByTimeAsync(0);
  autosave.choose('theirs');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(autosave.state()).toEqual({ value: 'x', base: 'x', theirs: undefined });
  expect(sent).toHaveLength(1);
  expect(kept.at(-1)).toBeUndefined();
});

test('new text is shown only where nothing was typed', () => {
  const { autosave } = field();
  autosave.arrive('b');
  expect(autosave.state()).toEqual({ value: 'b', base: 'b', theirs: undefined });
  autosave.type('bc');
  autosave.arrive('z');
  expect(autosave.state().value).toBe('bc');
});

test('an earlier draft is sent with its original version', async () => {
  const { autosave, sent } = field([], { base: 'a', value: 'draft' });
  autosave.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([['draft', 'a']]);
});

test('settling saves at once, also text that was typed during a save', async () => {
  const { autosave, sent } = field();
  autosave.type('b');
  autosave.flush();
  autosave.type('bc');
  expect(await autosave.settle()).toBe(true);
  expect(sent.map(([text]) => text)).toEqual(['b', 'bc']);
  expect(autosave.state().base).toBe('bc');
});

test('text that cannot be saved, or that another user changed, is not settled', async () => {
  const failing = field([{ kind: 'failed' }]).autosave;
  failing.type('b');
  expect(await failing.settle()).toBe(false);
  const changed = field([{ kind: 'changed', theirs: 'x' }]).autosave;
  changed.type('b');
  expect(await changed.settle()).toBe(false);
});

test('a text whose response was lost is not taken for another user’s', async () => {
  const { autosave, sent } = field([{ kind: 'failed' }, { kind: 'changed', theirs: 'b' }]);
  autosave.type('b');
  autosave.flush();
  autosave.type('bc');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.map(([, base]) => base)).toEqual(['a', 'a', 'b']);
  expect(autosave.state()).toEqual({ value: 'bc', base: 'bc', theirs: undefined });
});

test('a change that was taken back while its response was lost is taken back on the server too', async () => {
  const { autosave, sent } = field([{ kind: 'failed' }]);
  autosave.type('b');
  autosave.flush();
  await vi.advanceTimersByTimeAsync(0);
  autosave.type('a');
  autosave.arrive('b');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([
    ['b', 'a'],
    ['a', 'b'],
  ]);
});

test('unsaved text is kept together with the text that it was based on', () => {
  const kept: unknown[] = [];
  const keep = (value: string | undefined, base: string): void => void kept.push([value, base]);
  const ended = AbortSignal.any([]);
  const parts = { base: 'a', value: 'a', same: Object.is, restMs: 1, againMs: 1, keep, ended };
  makeAutosave({ ...parts, save: () => new Promise(() => undefined) }).type('b');
  expect(kept).toEqual([['b', 'a']]);
});
