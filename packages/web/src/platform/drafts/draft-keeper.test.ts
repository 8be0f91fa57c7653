import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DraftKeeper, type DraftLine } from './draft-keeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function world(initial: Record<string, string> = {}, over: Partial<DraftLine> = {}) {
  const server = new Map(Object.entries(initial));
  const calls: string[] = [];
  const keeper = new DraftKeeper({
    list: () => Promise.resolve([...server].map(([name, content]) => ({ name, content }))),
    save: (name, content) => {
      calls.push(`${name}=${content}`);
      server.set(name, content);
      return Promise.resolve();
    },
    drop: (name) => {
      calls.push(`-${name}`);
      server.delete(name);
      return Promise.resolve();
    },
    passes: (fault) => fault === 'offline',
    ...over,
  });
  return { keeper, server, calls };
}
/**
 * Longer than every delay of a keeper. Running all timers could never end, as another file of this process may have
 * left a repeating one.
 */
const pass = () => vi.advanceTimersByTimeAsync(60_000);

test('the server’s draft is there after loading', async () => {
  const { keeper } = world({ 'upload/a': 'typed' });
  expect(keeper.contents()).toBeNull();
  await keeper.load();
  expect(keeper.contents()?.get('upload/a')).toBe('typed');
});

test('typing is written after a pause, the last text of it', async () => {
  const { keeper, calls } = world();
  await keeper.load();
  for (const text of ['K', 'Ki', 'Kim']) keeper.keep('upload/a', text);
  expect(keeper.hasUnsaved()).toBe(true);
  await pass();
  expect(calls).toEqual(['upload/a=Kim']);
  expect(keeper.hasUnsaved()).toBe(false);
});

test('before a sign-out everything is written at once, also what was typed during a write', async () => {
  let done = (): void => undefined;
  const saved: string[] = [];
  const save: DraftLine['save'] = (_name, content) => {
    saved.push(content);
    return new Promise((resolve) => (done = resolve));
  };
  const { keeper } = world({}, { save });
  await keeper.load();
  expect(await keeper.settle()).toBe(true);
  keeper.keep('comment/1', 'Ki');
  await vi.advanceTimersByTimeAsync(500);
  keeper.keep('comment/1', 'Kim');
  const settled = keeper.settle();
  for (let write = 0; write < 2; write += 1) {
    done();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(await settled).toBe(true);
  expect(saved).toEqual(['Ki', 'Kim']);
});

test('a sign-out learns what cannot be written', async () => {
  const { keeper } = world({}, { save: () => Promise.reject(new Error('offline')), passes: () => true });
  await keeper.load();
  keeper.keep('comment/1', 'Kim');
  expect(await keeper.settle()).toBe(false);
});

test('text typed during a write is written after it', async () => {
  let done = (): void => undefined;
  const saved: string[] = [];
  const { keeper } = world(
    {},
    {
      save: (_name, content) => {
        saved.push(content);
        return new Promise((resolve) => (done = resolve));
      },
    },
  );
  await keeper.load();
  keeper.keep('upload/a', 'one');
  await pass();
  keeper.keep('upload/a', 'two');
  await pass();
  expect(saved).toEqual(['one']);
  done();
  await pass();
  expect(saved).toEqual(['one', 'two']);
  expect(keeper.hasUnsaved()).toBe(true);
  done();
  await pass();
  expect(keeper.hasUnsaved()).toBe(false);
});

test('a deleted draft is deleted there too, and an unknown one costs no call', async () => {
  const { keeper, calls, server } = world({ 'upload/a': 'typed' });
  await keeper.load();
  keeper.forget('upload/none');
  keeper.forget('upload/a');
  await pass();
  expect(calls).toEqual(['-upload/a']);
  expect(server.size).toBe(0);
});

test('a lost network is tried again', async () => {
  const faults: unknown[] = ['offline', 'offline'];
  const saved: string[] = [];
  const { keeper } = world(
    {},
    {
      save: (_name, content) => {
        const fault = faults.shift();
        if (fault !== undefined) return Promise.reject(Object.assign(new Error('offline'), { fault }));
        saved.push(content);
        return Promise.resolve();
      },
      passes: (fault) => fault instanceof Error && fault.message === 'offline',
    },
  );
  await keeper.load();
  keeper.keep('upload/a', 'typed');
  await pass();
  expect(saved).toEqual(['typed']);
});

test('a refused text is not on the server: a sign-out would lose it, until it is deleted', async () => {
  const { keeper } = world({}, { save: () => Promise.reject(new Error('full')) });
  await keeper.load();
  keeper.keep('comment/1', 'typed');
  expect(await keeper.settle()).toBe(false);
  keeper.forget('comment/1');
  expect(await keeper.settle()).toBe(true);
});

test('a refusal is reported and not tried again', async () => {
  const save = vi.fn<DraftLine['save']>(() => Promise.reject(new Error('full')));
  const { keeper } = world({}, { save });
  await keeper.load();
  keeper.keep('upload/a', 'typed');
  await pass();
  expect(save).toHaveBeenCalledTimes(1);
  expect(keeper.refused()).toBe(true);
});

test('the end of a session does not change the server’s drafts', async () => {
  const { keeper, calls, server } = world({ 'upload/a': 'typed' });
  await keeper.load();
  keeper.keep('upload/a', 'changed');
  keeper.reset();
  await pass();
  expect(calls).toEqual([]);
  expect(server.get('upload/a')).toBe('typed');
  expect(keeper.contents()).toBeNull();
});

test('a failed list is not requested again once the session has ended', async () => {
  const list = vi.fn<DraftLine['list']>(() => Promise.reject(new Error('offline')));
  const { keeper } = world({}, { list, passes: () => true });
  await keeper.load();
  keeper.reset();
  await pass();
  expect(list).toHaveBeenCalledTimes(1);
});

test('text typed before the server answers replaces the server’s, and is written', async () => {
  const { keeper, calls } = world({ 'comment/1': 'old', 'comment/2': 'sent meanwhile' });
  keeper.keep('comment/1', 'new');
  keeper.forget('comment/2');
  expect(keeper.now('comment/1')).toBe('new');
  await keeper.load();
  expect(keeper.now('comment/1')).toBe('new');
  expect(keeper.contents()?.has('comment/2')).toBe(false);
  await pass();
  expect(calls).toEqual(['comment/1=new', '-comment/2']);
});

test('a list that failed twice is requested again once, and not after the session', async () => {
  const list = vi.fn<DraftLine['list']>(() => Promise.reject(new Error('offline')));
  const { keeper } = world({}, { list, passes: () => true });
  await keeper.load();
  await keeper.load();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(list).toHaveBeenCalledTimes(3);
  keeper.reset();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(list).toHaveBeenCalledTimes(3);
});
