import { MutationObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { makeQueryClient } from './query-cache.ts';

const fault = new Error('refused');
const fails = () => Promise.reject(fault);

function harness() {
  const shown: Error[] = [];
  return { client: makeQueryClient((error) => shown.push(error)), shown };
}

test('a failed read is left to the place that reads, unless it says that it has none', async () => {
  const { client, shown } = harness();
  await client.query({ queryKey: ['placed'], queryFn: fails }).catch(() => undefined);
  expect(shown).toEqual([]);
  const alone = client.query({ queryKey: ['alone'], queryFn: fails, meta: { faults: 'alert' } });
  await alone.catch(() => undefined);
  expect(shown).toEqual([fault]);
});

test('a failed change is shown, unless the place that began it shows it', async () => {
  const { client, shown } = harness();
  const placed = new MutationObserver(client, { mutationFn: fails, meta: { faults: 'in-place' } });
  await placed.mutate().catch(() => undefined);
  expect(shown).toEqual([]);
  await new MutationObserver(client, { mutationFn: fails }).mutate().catch(() => undefined);
  expect(shown).toEqual([fault]);
});
