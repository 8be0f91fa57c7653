import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDiskStore } from '../../platform/files/disk-store.ts';
import { FileFault } from '../../platform/files/file-store.ts';
import { openReadingThread } from './reading-thread.ts';

const requestOf = (folder: string) => {
  const thread = openReadingThread(folder);
  const base = { beats_sha256: '0'.repeat(64), earlier: [] };
  return () =>
    thread
      .checksumAfter({ reading_id: 1, head: 0, edits: [], log: () => Promise.resolve([]), base })
      .catch((fault: unknown) => (fault instanceof FileFault ? fault.code : fault));
};

test('a request behind a crash is answered by the next thread, although the crashed one ends later', async () => {
  const ask = requestOf(join(tmpdir(), 'no-such-folder'));
  expect(await ask()).toBe('files/away');
  expect(await ask()).toBe('files/away');
});

test('a stored file that is missing stays a fault of that file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reading-thread-'));
  await (await openDiskStore(folder)).close();
  expect(await requestOf(folder)()).toBe('files/missing');
});
