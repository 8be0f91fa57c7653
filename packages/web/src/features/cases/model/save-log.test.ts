import { expect, test } from 'vitest';
import { makeSaveLog } from './save-log.ts';

test('a save counts while it runs and stores its time', async () => {
  const log = makeSaveLog(() => 42);
  let finish: (value: string) => void = () => undefined;
  const work = log.during(new Promise<string>((resolve) => (finish = resolve)));
  expect(log.state()).toMatchObject({ saving: 1, saved_ms: undefined });
  finish('done');
  await expect(work).resolves.toBe('done');
  expect(log.state()).toEqual({ saving: 0, waiting: 0, failed: false, saved_ms: 42 });
});

test('a failure stays until the next success, and is passed on', async () => {
  const log = makeSaveLog(() => 7);
  await expect(log.during(Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(log.state()).toMatchObject({ saving: 0, failed: true, saved_ms: undefined });
  await log.during(Promise.resolve(1));
  expect(log.state()).toMatchObject({ failed: false, saved_ms: 7 });
});

test('a refusal with a question is passed on and is no failure', async () => {
  const log = makeSaveLog(() => 7);
  const asks = log.during(Promise.reject(new Error('sure?')), () => true);
  await expect(asks).rejects.toThrow('sure?');
  expect(log.state()).toEqual({ saving: 0, waiting: 0, failed: false, saved_ms: undefined });
  await expect(log.during(Promise.reject(new Error('no')), () => false)).rejects.toThrow('no');
  expect(log.state().failed).toBe(true);
});

test('waiting text is counted once, however often it is reverted', () => {
  const log = makeSaveLog(() => 0);
  const first = log.wait();
  log.wait();
  first();
  first();
  expect(log.state().waiting).toBe(1);
});

test('a listener receives every change until it stops', () => {
  const log = makeSaveLog(() => 0);
  let heard = 0;
  const stop = log.onChange(() => (heard += 1));
  log.wait()();
  stop();
  log.wait();
  expect(heard).toBe(2);
});
