import { expect, test } from 'vitest';
import { makeDialogQueue } from './dialog-queue.ts';

test('one dialog is shown at a time, in order', async () => {
  const queue = makeDialogQueue();
  const first = queue.confirm({ message: 'a' });
  const second = queue.prompt({ title: 'b', label: 'l', maxLength: 80 });
  const shown = queue.current();
  if (shown?.kind !== 'confirm') throw new Error('the confirm is first');
  shown.answer(true);
  expect(await first).toBe(true);
  const next = queue.current();
  if (next?.kind !== 'prompt') throw new Error('then the prompt');
  next.answer('text');
  expect(await second).toBe('text');
  expect(queue.current()).toBeUndefined();
});

test('the same alert requested twice is shown once and resolves both', async () => {
  const queue = makeDialogQueue();
  const both = [queue.alert({ message: 'same' }), queue.alert({ message: 'same' })];
  const other = queue.alert({ message: 'other' });
  const shown = queue.current();
  if (shown?.kind !== 'alert') throw new Error('an alert is shown');
  shown.answer();
  await Promise.all(both);
  const next = queue.current();
  expect(next?.kind === 'alert' && next.ask.message).toBe('other');
  if (next?.kind === 'alert') next.answer();
  await other;
  expect(queue.current()).toBeUndefined();
});

test('dismissing answers all with no', async () => {
  const queue = makeDialogQueue();
  const confirm = queue.confirm({ message: 'a' });
  const prompt = queue.prompt({ title: 't', label: 'l', maxLength: 80 });
  queue.dismissAll();
  expect(await confirm).toBe(false);
  expect(await prompt).toBeNull();
  expect(queue.current()).toBeUndefined();
});

test('listeners receive each change until they leave', () => {
  const queue = makeDialogQueue();
  let heard = 0;
  const leave = queue.onChange(() => {
    heard += 1;
  });
  void queue.alert({ message: 'a' });
  expect(heard).toBe(1);
  leave();
  queue.dismissAll();
  expect(heard).toBe(1);
});
