import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeFolder } from './disk-place.ts';
import { openDiskStore } from './disk-store.ts';
import { fileStoreLaws } from './test-file-store.ts';
import { writeFrom } from './file-store.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'disk-store-'));
afterAll(() => rm(folder, { recursive: true }));

fileStoreLaws('disk store', () => openDiskStore(path.join(folder, 'laws'), { openLimit: 4 }));

async function* zeros(chunks: number): AsyncIterable<Uint8Array> {
  const chunk = randomBytes(1024 * 1024);
  for (let index = 0; index < chunks; index += 1) {
    chunk.writeUInt32LE(index);
    yield await Promise.resolve(chunk);
  }
}

test('a large file is written and read with constant memory', async () => {
  const store = await openDiskStore(path.join(folder, 'large'));
  const before = process.memoryUsage().rss;
  const { sha256, bytes } = await writeFrom(store, zeros(300));
  expect(bytes).toBe(300 * 1024 * 1024);
  let seen = 0;
  for await (const chunk of await store.stream(sha256)) seen += Buffer.from(chunk).length;
  expect(seen).toBe(bytes);
  // On a busy machine more of the chunks wait for the garbage collector; holding the whole file would still exceed
  // this.
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  await store.close();
});

test('a file that is open when its store is pulled out is away and not reported as damaged', async () => {
  const place = path.join(folder, 'open-and-pulled');
  const heard: string[] = [];
  await makeFolder(place);
  await writeFile(path.join(place, 'installation.json'), JSON.stringify({ installation_id: randomUUID() }));
  const store = await openDiskStore(place, { onDamage: (_name, code) => void heard.push(code) });
  const { sha256 } = await writeFrom(store, zeros(1));
  await store.read(sha256, { start: 0, length: 10 });
  // Forgets the checksums and keeps the file open.
  await store.prove(sha256);
  await rename(place, `${place}.pulled`);
  const away: unknown = expect.objectContaining({ code: 'files/away' });
  await expect(store.read(sha256, { start: 0, length: 10 })).rejects.toEqual(away);
  expect(heard).toEqual([]);
  await store.close();
});

test.each(['nothing', 'an empty folder'])(
  'a store that was removed and left %s is unavailable: nothing is missing, damaged or written in its place',
  async (left) => {
    const place = path.join(folder, left);
    const heard: string[] = [];
    await makeFolder(place);
    await writeFile(path.join(place, 'installation.json'), JSON.stringify({ installation_id: randomUUID() }));
    const store = await openDiskStore(place, { onDamage: (sha256) => heard.push(sha256) });
    const { sha256 } = await writeFrom(store, zeros(1));
    await rename(place, `${place}.pulled`);
    if (left !== 'nothing') await mkdir(place);
    const away: unknown = expect.objectContaining({ code: 'files/away' });
    await expect(store.read(sha256, { start: 0, length: 10 })).rejects.toEqual(away);
    await expect(store.size(sha256)).rejects.toEqual(away);
    await expect(store.prove(sha256)).rejects.toEqual(away);
    await expect(store.remove(sha256)).rejects.toEqual(away);
    await expect(writeFrom(store, zeros(1))).rejects.toEqual(away);
    await expect(openDiskStore(place, { mustExist: true })).rejects.toEqual(away);
    if (left !== 'nothing') {
      expect(await readdir(place)).toEqual([]);
      await rmdir(place);
    }
    await rename(`${place}.pulled`, place);
    expect(await store.prove(sha256)).toBe('whole');
    expect((await store.read(sha256, { start: 0, length: 10 })).length).toBe(10);
    expect(heard).toEqual([]);
    await store.close();
  },
);

test('a store that is removed before a file has its name gets no folder in its place', async () => {
  const place = path.join(folder, 'pulled-before-commit');
  const store = await openDiskStore(place);
  const writer = await store.create();
  await writer.write(Buffer.from('half'));
  await rename(place, `${place}.pulled`);
  await mkdir(place);
  await expect(writer.commit()).rejects.toThrow();
  expect(await readdir(place)).toEqual([]);
  await store.close();
});

/** Returns this many contents whose files are in one folder. */
function contentsOfOnePart(count: number): string[] {
  const found: string[] = [];
  for (let at = 0; found.length < count; at += 1) {
    const content = `file ${String(at)}`;
    if (createHash('sha256').update(content).digest('hex').startsWith('ab')) found.push(content);
  }
  return found;
}

test('many simultaneous files of one part are all stored, whoever creates its folder', async () => {
  const place = path.join(folder, 'one-part');
  const store = await openDiskStore(place);
  const names = await Promise.all(
    contentsOfOnePart(20).map(async (content) => {
      const writer = await store.create();
      await writer.write(Buffer.from(content));
      return (await writer.commit()).sha256;
    }),
  );
  for (const name of names) expect(await store.prove(name)).toBe('whole');
  expect(await readdir(path.join(place, 'unfinished'))).toEqual([]);
  await store.close();
});

test('a file stays open between reads: they do not need its name', async () => {
  const store = await openDiskStore(path.join(folder, 'kept-open'));
  const { sha256 } = await writeFrom(store, zeros(2));
  const first = await store.read(sha256, { start: 0, length: 50_000 });
  await unlink(path.join(folder, 'kept-open', sha256.slice(0, 2), sha256));
  expect(await store.read(sha256, { start: 0, length: 50_000 })).toEqual(first);
  await store.close();
});

test('age is in whole milliseconds, although a file’s time is finer than the clock', async () => {
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
  const store = await openDiskStore(path.join(folder, 'many'), { openLimit: 3 });
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

test('only the owner may read stored files', async () => {
  const store = await openDiskStore(path.join(folder, 'modes'));
  const { sha256 } = await writeFrom(store, zeros(1));
  const file = path.join(folder, 'modes', sha256.slice(0, 2), sha256);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect((await stat(path.dirname(file))).mode & 0o077).toBe(0);
  await store.close();
});

async function* bytesOf(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes.subarray(0, 70_001));
  yield bytes.subarray(70_001);
}

/** Creates a stored file of several blocks and an incomplete last one, which `harm` damages after it was closed. */
async function harmed(name: string, harm: (place: string, bytes: Buffer) => Promise<void>) {
  const place = path.join(folder, name);
  const bytes = randomBytes(3 * 65_536 + 1234);
  const first = await openDiskStore(place);
  const { sha256 } = await writeFrom(first, bytesOf(bytes));
  await first.close();
  const file = path.join(place, sha256.slice(0, 2), sha256);
  await harm(file, bytes);
  const heard: string[] = [];
  const store = await openDiskStore(place, { onDamage: (_name, code) => void heard.push(code) });
  onTestFinished(() => store.close());
  return { store, sha256, bytes, file, heard };
}

test('a flipped bit in a block is found on reading any part of it, and other blocks are readable', async () => {
  const { store, sha256, bytes, heard } = await harmed('flipped', async (file, whole) => {
    const flipped = Buffer.from(whole);
    flipped[65_536 + 77] = (flipped[65_536 + 77] ?? 0) ^ 1;
    await writeFile(file, flipped);
  });
  const damaged = { code: 'files/damaged' };
  await expect(store.read(sha256, { start: 2 * 65_536 - 1, length: 1 })).rejects.toMatchObject(damaged);
  await expect(store.read(sha256, { start: 65_530, length: 10 })).rejects.toMatchObject(damaged);
  await expect(store.lend(sha256, { start: 65_530, length: 10 }, () => 0)).rejects.toMatchObject(damaged);
  expect(await store.read(sha256, { start: 65_500, length: 36 })).toEqual(bytes.subarray(65_500, 65_536));
  expect(await store.read(sha256, { start: 131_072, length: 66_770 })).toEqual(bytes.subarray(131_072));
  await expect(store.check(sha256, 1_000_000)).rejects.toMatchObject(damaged);
  expect(heard).toEqual(['files/damaged', 'files/damaged', 'files/damaged', 'files/damaged']);
  expect(await store.prove(sha256)).toBe('damaged');
  const parts: unknown[] = [];
  const streamed = async (): Promise<void> => {
    for await (const part of await store.stream(sha256)) parts.push(part);
  };
  await expect(streamed()).rejects.toMatchObject(damaged);
});

test('a cut file is damaged, a removed one is missing, and neither is waited for', async () => {
  const cut = await harmed('cut', (file, whole) => writeFile(file, whole.subarray(0, 100_000)));
  await expect(cut.store.read(cut.sha256, { start: 99_000, length: 2_000 })).rejects.toMatchObject({
    code: 'files/damaged',
  });
  expect(await cut.store.read(cut.sha256, { start: 0, length: 10 })).toEqual(cut.bytes.subarray(0, 10));
  const gone = await harmed('gone', (file) => unlink(file));
  await expect(gone.store.check(gone.sha256, 1_000_000)).rejects.toMatchObject({ code: 'files/missing' });
  expect(await gone.store.prove(gone.sha256)).toBe('missing');
});

test('a file without checksums, or with damaged ones, is verified at its first read, which writes them', async () => {
  for (const [name, harm] of [
    ['unsummed', (file: string) => unlink(`${file}.sums`)],
    ['bad-sums', (file: string) => writeFile(`${file}.sums`, 'nonsense of a length')],
  ] as const) {
    const { store, sha256, bytes, file } = await harmed(name, harm);
    expect(await store.read(sha256, { start: 5, length: 70_000 })).toEqual(bytes.subarray(5, 70_005));
    expect((await stat(`${file}.sums`)).size).toBeGreaterThan(12);
    const flipped = Buffer.from(bytes);
    flipped[0] = (flipped[0] ?? 0) ^ 128;
    await writeFile(file, flipped);
    await expect(store.read(sha256, { start: 5, length: 9 })).rejects.toMatchObject({
      code: 'files/damaged',
    });
  }
});

test('a damaged file without checksums is not served, not even an undamaged part', async () => {
  const { store, sha256 } = await harmed('unsummed-flipped', async (file) => {
    await unlink(`${file}.sums`);
    const bytes = await readFile(file);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(file, bytes);
  });
  await expect(store.read(sha256, { start: 0, length: 10 })).rejects.toMatchObject({ code: 'files/damaged' });
  await expect(store.whole(sha256)).rejects.toMatchObject({ code: 'files/damaged' });
});
