// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/client/api-error.ts';
import { answerCalls } from '../../../platform/test-page.tsx';
import { testDetail } from './test-case-detail.ts';
import { caseQuery } from './use-case.ts';
import { makeOwnVersions, makeSaver } from './use-save.ts';

const case_id = 7;
const read = (version: number) => testDetail(case_id, { version, next_step: { kind: 'finished' } });
const staleVersion = (): ApiError =>
  new ApiError({
    ...{ status: 409, code: 'case/stale-version', detail: '', request_id: 'r' },
    ...{ fields: {}, retry_after_s: undefined },
  });

/** Makes the saver of an open case with version 3; another user's change raises it to `newest` on the server. */
function openCase(newest = 3) {
  const cache = new QueryClient();
  cache.setQueryData(caseQuery(case_id).queryKey, read(3));
  answerCalls(() => Response.json(read(newest)));
  return makeSaver(cache, case_id);
}

const fields = { untouched: () => true, saved: {} };

test('an action after own saves names the version of the last one', async () => {
  const saver = openCase();
  const versions: number[] = [];
  const send = async (version: number) => {
    versions.push(version);
    return { version: version + 1 };
  };
  const both = [saver.save({ send, ...fields }), saver.save({ send, ...fields })];
  expect(await saver.settle()).toBe(true);
  await Promise.all(both);
  expect(versions).toEqual([3, 4]);
  expect(saver.versionAfter(3)).toBe(5);
  expect(saver.versionAfter(4)).toBe(5);
});

test('a change by another user is not skipped', () => {
  const { note, versionAfter } = makeOwnVersions();
  note({ from: 3, to: 4 });
  note({ from: 5, to: 6 });
  expect(versionAfter(3)).toBe(4);
  expect(versionAfter(5)).toBe(6);
});

test('settling sends every registered text and says when one is not saved', async () => {
  const saver = openCase();
  const [first, second] = [vi.fn(async () => true), vi.fn(async () => false)];
  const leave = saver.register(second);
  saver.register(first);
  expect(await saver.settle()).toBe(false);
  expect(first).toHaveBeenCalledOnce();
  leave();
  expect(await saver.settle()).toBe(true);
  expect(second).toHaveBeenCalledOnce();
});

test('a save that met another version continues from the newest one', async () => {
  const saver = openCase(8);
  const send = vi.fn<(version: number) => Promise<{ version: number }>>();
  send.mockRejectedValueOnce(staleVersion()).mockResolvedValueOnce({ version: 9 });
  await saver.save({ send, ...fields });
  expect(send.mock.calls).toEqual([[3], [8]]);
  expect(saver.versionAfter(3)).toBe(3);
  expect(saver.versionAfter(8)).toBe(9);
});

test('a change that the page learned of before the save is not overwritten', async () => {
  const saver = openCase(4);
  const send = vi.fn(async (version: number) => ({ version: version + 1 }));
  const stale = saver.save({ send, untouched: ({ version }) => version === 2, saved: { comment: 'mine' } });
  await expect(stale).rejects.toMatchObject({ name: 'StaleField', newest: { version: 3 } });
  expect(send).not.toHaveBeenCalled();
});

test('a save whose earlier response was lost is repeated, since the case already has its value', async () => {
  const saver = openCase(9);
  const send = vi.fn<(version: number) => Promise<{ version: number }>>();
  send.mockRejectedValueOnce(staleVersion()).mockResolvedValueOnce({ version: 10 });
  await saver.save({ send, untouched: ({ version }) => version === 3, saved: { comment: '' } });
  expect(send.mock.calls).toEqual([[3], [9]]);
});

test('a save that says nothing about other changes is not repeated on a newer version', async () => {
  const saver = openCase(8);
  const send = vi.fn(() => Promise.reject(staleVersion()));
  await expect(saver.save({ send, saved: {} })).rejects.toMatchObject({ newest: { version: 8 } });
  expect(send).toHaveBeenCalledOnce();
});
