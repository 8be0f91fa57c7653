import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openDiskStore } from './disk-store.ts';
import { fileStoreLaws } from './file-store-laws.ts';
import { writeFrom } from './file-store.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'disk-store-'));
afterAll(() => rm(folder, { recursive: true }));

fileStoreLaws('disk store', () => openDiskStore(path.join(folder, 'laws'), 4));

async function* zeros(chunks: number): AsyncIterable<Uint8Array> {
  const chunk = randomBytes(1024 * 1024);
  for (let index = 0; index < chunks; index += 1) {
    chunk.writeUInt32LE(index);
    yield await Promise.resolve(chunk);
  }
}

test('a large file is written and read at flat memory', async () => {
  const store = await openDiskStore(path.join(folder, 'large'));
  const before = process.memoryUsage().rss;
  const { sha256, bytes } = await writeFrom(store, zeros(300));
  expect(bytes).toBe(300 * 1024 * 1024);
  let seen = 0;
  for await (const chunk of await store.stream(sha256)) seen += Buffer.from(chunk).length;
  expect(seen).toBe(bytes);
  expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024);
  await store.close();
});

test('a file stays open between reads: they need no name of it', async () => {
  const store = await openDiskStore(path.join(folder, 'kept-open'));
  const { sha256 } = await writeFrom(store, zeros(2));
  const first = await store.read(sha256, { start: 0, length: 50_000 });
  await unlink(path.join(folder, 'kept-open', sha256.slice(0, 2), sha256));
  expect(await store.read(sha256, { start: 0, length: 50_000 })).toEqual(first);
  await store.close();
});

test('age counts whole milliseconds, though a file’s time is finer than the clock', async () => {
  const store = await openDiskStore(path.join(folder, 'ages'));
  const { sha256 } = await writeFrom(store, zeros(1));
  const nowMs = 1_700_000_000_123;
  const finished = path.join(folder, 'ages', sha256.slice(0, 2), sha256);
  const unfinished = path.join(folder, 'ages', 'unfinished', 'left');
  await writeFile(unfinished, 'x');
  for (const file of [finished, unfinished]) await utimes(file, (nowMs + 0.75) / 1000, (nowMs + 0.75) / 1000);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  onTestFinished(() => clock.mockRestore());
  const listed = (ageMs: number) => Array.fromAsync(store.listOlderThan(ageMs));
  expect([await listed(1), await store.sweepUnfinished(1)]).toEqual([[], 0]);
  expect([await listed(0), await store.sweepUnfinished(0)]).toEqual([[sha256], 1]);
  await store.close();
});

test('more files than may be open are read at once, and none stays open after closing', async () => {
  const store = await openDiskStore(path.join(folder, 'many'), 3);
  const names = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => (await writeFrom(store, zeros(1 + (index % 2)))).sha256),
  );
  const read = names.flatMap((name) =>
    [0, 1, 2].map((part) => store.read(name, { start: part * 1000, length: 1000 })),
  );
  expect((await Promise.all(read)).every((part) => part.length === 1000)).toBe(true);
  await store.close();
  const open = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(open.map((fd) => stat(`/proc/self/fd/${fd}`).catch(() => null)));
  const inode = (await stat(path.join(folder, 'many', names[0]?.slice(0, 2) ?? '', names[0] ?? ''))).ino;
  expect(paths.some((found) => found?.ino === inode)).toBe(false);
});

test('only the owner may read what is stored', async () => {
  const store = await openDiskStore(path.join(folder, 'modes'));
  const { sha256 } = await writeFrom(store, zeros(1));
  const file = path.join(folder, 'modes', sha256.slice(0, 2), sha256);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect((await stat(path.dirname(file))).mode & 0o077).toBe(0);
  await store.close();
});
