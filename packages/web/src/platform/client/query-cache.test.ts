import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { pauseMs } from './ask-again.ts';
import { makeQueryClient, outdateCase } from './query-cache.ts';

const fault = new Error('refused');
const fails = () => Promise.reject(fault);

function harness() {
  const shown: Error[] = [];
  const subjects: unknown[] = [];
  const client = makeQueryClient((error, about) => {
    shown.push(error);
    subjects.push(about);
  });
  return { client, shown, subjects };
}

test('a failed read is left to the component that reads, unless it has no error display', async () => {
  const { client, shown } = harness();
  await client.query({ queryKey: ['placed'], queryFn: fails }).catch(() => undefined);
  expect(shown).toEqual([]);
  const alone = client.query({ queryKey: ['alone'], queryFn: fails, meta: { faults: 'alert' } });
  await alone.catch(() => undefined);
  expect(shown).toEqual([fault]);
});

test('a failed change is shown, unless the component that started it shows it', async () => {
  const { client, shown } = harness();
  const placed = new MutationObserver(client, { mutationFn: fails, meta: { faults: 'in-place' } });
  await placed.mutate().catch(() => undefined);
  expect(shown).toEqual([]);
  await new MutationObserver(client, { mutationFn: fails }).mutate().catch(() => undefined);
  expect(shown).toEqual([fault]);
});

test('a change without a network fails at once and is not sent later, when the user may have cancelled it', async () => {
  const { client, shown } = harness();
  onTestFinished(() => onlineManager.setOnline(true));
  onlineManager.setOnline(false);
  const mutationFn = vi.fn(fails);
  const change = new MutationObserver(client, { mutationFn });
  void change.mutate().catch(() => undefined);
  await vi.waitFor(() => expect(change.getCurrentResult().status).toBe('error'));
  expect(shown).toEqual([fault]);
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(mutationFn).toHaveBeenCalledTimes(1);
});

test('a failed change names its subject, for which the catalogue may have a text of its own', async () => {
  const { client, subjects } = harness();
  const removal = new MutationObserver(client, { mutationFn: fails, meta: { about: 'user' } });
  await removal.mutate().catch(() => undefined);
  await new MutationObserver(client, { mutationFn: fails }).mutate().catch(() => undefined);
  expect(subjects).toEqual(['user', undefined]);
});

test('cached data of a changed case is loaded again when it is next shown, that of another case is not', async () => {
  const { client } = harness();
  const reads: string[] = [];
  const keyOf = (case_id: number) => ['comments', { case_id }];
  const show = (case_id: number) =>
    new QueryObserver(client, {
      queryKey: keyOf(case_id),
      queryFn: () => reads.push(`case ${String(case_id)}`),
    }).subscribe(() => undefined);
  await client.query({ queryKey: keyOf(7), queryFn: () => 1 });
  await client.query({ queryKey: keyOf(8), queryFn: () => 1 });
  show(7)();
  expect(reads).toEqual([]);
  await outdateCase(client, 7);
  show(8)();
  show(7)();
  await Promise.resolve();
  expect(reads).toEqual(['case 7']);
});

const busy = (retry_after_s: number) =>
  new ApiError({ status: 503, code: 'server/busy', detail: '', request_id: '', fields: {}, retry_after_s });

test('a read that a busy server refused is repeated', async () => {
  const { client } = harness();
  let asked = 0;
  const read = async () => {
    asked += 1;
    return asked === 1 ? Promise.reject(busy(0)) : Promise.resolve('read');
  };
  expect(await client.query({ queryKey: ['busy'], queryFn: read })).toBe('read');
});

test('the pause before it is what the server names, and at most twice as long', () => {
  expect([pauseMs(0, busy(5), () => 0), pauseMs(1, busy(5), () => 1)]).toEqual([5_000, 10_000]);
  expect([pauseMs(0, fault), pauseMs(1, fault), pauseMs(9, fault)]).toEqual([1_000, 2_000, 30_000]);
});
