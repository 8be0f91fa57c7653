import { expect, test } from 'vitest';
import { RecentMessages } from './recent-messages.ts';

function messagesAt() {
  let now = 0;
  const messages = new RecentMessages(() => now);
  const at = (ms: number): RecentMessages => {
    now = ms;
    return messages;
  };
  const change = (ms: number, case_id: number, version: number): void =>
    at(ms).keep({ type: 'case', case_id, version });
  return { at, change };
}

test('recent changes are sent once for each subject, in their present state, oldest first', () => {
  const { at, change } = messagesAt();
  change(1_000, 1, 1);
  change(30_000, 1, 2);
  change(31_000, 2, 1);
  change(32_000, 1, 3);
  expect(at(33_000).since(2_500)).toEqual([
    { type: 'case', case_id: 2, version: 1 },
    { type: 'case', case_id: 1, version: 3 },
  ]);
  expect(at(43_500).since(0)).toEqual([]);
});

test('a client that was away for longer than messages are stored gets no messages but a request to refetch', () => {
  const { at, change } = messagesAt();
  change(100_000, 1, 1);
  expect(at(101_000).since(50_001)).toBeNull();
  expect(at(101_000).since(50_000)).toEqual([{ type: 'case', case_id: 1, version: 1 }]);
  expect(messagesAt().at(5_000).since(6_000)).toBeNull();
  at(102_000).forget();
  expect(at(103_000).since(2_000)).toBeNull();
  expect(at(103_000).since(500)).toEqual([]);
});

test('messages that newer ones replaced count as unknown', () => {
  const { at, change } = messagesAt();
  for (let each = 0; each <= 2_000; each += 1) change(1_000 + each, each, 1);
  expect(at(3_001).since(2_002)).toBeNull();
  expect(at(3_001).since(2_001)).toHaveLength(2_000);
});
