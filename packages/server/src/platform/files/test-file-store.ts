/** Tests the invariants of `FileStore`; they run for every implementation. */
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRoom, writeFrom, type FileStore, type RemovedFile } from './file-store.ts';

async function* pieces(...chunks: Uint8Array[]): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function* failing(): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(randomBytes(1000));
  throw new Error('the sender went away');
}

async function listed(store: FileStore, ageMs: number): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.listOlderThan(ageMs)) names.push(name);
  return names;
}

async function namesIn(store: FileStore): Promise<string[]> {
  return (await listed(store, 0)).sort();
}

const shaOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const absent = 'f'.repeat(64);

function readingLaws(store: () => FileStore): void {
  test('what was written is read back, whole and in parts', async () => {
    const chunk = fc.uint8Array({ maxLength: 3000 });
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 5 }), fc.nat(), fc.nat(), async (chunks, a, b) => {
        const all = Buffer.concat(chunks);
        const stored = await writeFrom(store(), pieces(...chunks));
        expect(stored).toEqual({ sha256: shaOf(all), bytes: all.length });
        expect(await store().size(stored.sha256)).toBe(all.length);
        const start = a % (all.length + 1);
        const length = b % (all.length - start + 1);
        const part = all.subarray(start, start + length);
        expect(await store().read(stored.sha256, { start, length })).toEqual(part);
        expect(await buffer(await store().stream(stored.sha256, { start, length }))).toEqual(part);
      }),
      { numRuns: 60 },
    );
  });

  test('a long file streams whole and in the right order', async () => {
    const all = randomBytes(1_500_001);
    const { sha256 } = await writeFrom(store(), pieces(all.subarray(0, 700_000), all.subarray(700_000)));
    expect(shaOf(await buffer(await store().stream(sha256)))).toBe(sha256);
  });

  test('a range behind the end and a senseless one are refused', async () => {
    const { sha256 } = await writeFrom(store(), pieces(Buffer.from('0123456789')));
    for (const range of [
      { start: 5, length: 6 },
      { start: -1, length: 2 },
      { start: 0.5, length: 1 },
    ]) {
      await expect(store().read(sha256, range)).rejects.toMatchObject({ code: 'files/range' });
      await expect(store().stream(sha256, range)).rejects.toMatchObject({ code: 'files/range' });
    }
  });

  test('an absent file is missing, and what is no name never reaches the disk', async () => {
    await expect(store().read(absent, { start: 0, length: 1 })).rejects.toMatchObject({
      code: 'files/missing',
    });
    await expect(store().stream(absent)).rejects.toMatchObject({ code: 'files/missing' });
    expect(await store().size(absent)).toBeNull();
    expect(await store().remove(absent)).toBe(false);
    for (const name of ['', '..', '../../etc/passwd', absent.toUpperCase(), `${absent}/x`]) {
      await expect(store().size(name)).rejects.toMatchObject({ code: 'files/bad-name' });
    }
  });
}

function lendingLaws(store: () => FileStore): void {
  test('what is lent to many at once is each one’s own part, of any length', async () => {
    const all = randomBytes(1_500_001);
    const { sha256 } = await writeFrom(store(), pieces(all));
    const part = fc.record({
      start: fc.nat(all.length - 1),
      length: fc.oneof(fc.nat(70_000), fc.nat(700_000)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 2, maxLength: 12 }), async (parts) => {
        const ranges = parts.map(({ start, length }) => ({
          start,
          length: Math.min(length, all.length - start),
        }));
        const lent = await Promise.all(
          ranges.map((range) => store().lend(sha256, range, (bytes) => shaOf(bytes))),
        );
        expect(lent).toEqual(ranges.map(({ start, length }) => shaOf(all.subarray(start, start + length))));
      }),
      { numRuns: 20 },
    );
  });
}

function writingLaws(store: () => FileStore): void {
  test('the same bytes written at once by many get one name', async () => {
    const all = randomBytes(200_000);
    const stored = await Promise.all(Array.from({ length: 8 }, () => writeFrom(store(), pieces(all))));
    expect(new Set(stored.map(({ sha256 }) => sha256)).size).toBe(1);
    expect((await namesIn(store())).filter((name) => name === shaOf(all))).toHaveLength(1);
  });

  test('a failed, an aborted and a too large write leave nothing', async () => {
    const before = await namesIn(store());
    const stop = AbortSignal.abort();
    await expect(writeFrom(store(), failing())).rejects.toThrow('went away');
    await expect(writeFrom(store(), pieces(randomBytes(10)), { signal: stop })).rejects.toThrow();
    const tooLarge = writeFrom(store(), pieces(randomBytes(60), randomBytes(60)), { maxBytes: 100 });
    await expect(tooLarge).rejects.toMatchObject({ code: 'files/too-large' });
    expect(await namesIn(store())).toEqual(before);
    expect(await store().sweepUnfinished(0)).toBe(0);
  });

  test('what a writer left unfinished is swept by age and never has a name', async () => {
    const left = await store().create();
    await left.write(randomBytes(100));
    expect(await store().sweepUnfinished(60_000)).toBe(0);
    expect(await store().sweepUnfinished(0)).toBe(1);
    await left.abort();
  });
}

function keepingLaws(store: () => FileStore): void {
  test('a removed file is gone for new readers and can be written again', async () => {
    const all = randomBytes(5000);
    const { sha256 } = await writeFrom(store(), pieces(all));
    await store().read(sha256, { start: 0, length: 10 });
    expect(await store().remove(sha256)).toBe(true);
    expect(await store().size(sha256)).toBeNull();
    await expect(store().read(sha256, { start: 0, length: 10 })).rejects.toMatchObject({
      code: 'files/missing',
    });
    await writeFrom(store(), pieces(all));
    expect(await store().read(sha256, { start: 0, length: 5000 })).toEqual(all);
  });

  test('a removed file lies aside, comes back on request, and is deleted once it is old', async () => {
    const all = randomBytes(4000);
    const { sha256 } = await writeFrom(store(), pieces(all));
    expect(await store().putBack(sha256)).toBe(false);
    await store().remove(sha256);
    expect(await store().sweepRemoved(3_600_000)).toBe(0);
    expect(await store().putBack(sha256)).toBe(true);
    expect(await store().read(sha256, { start: 0, length: 4000 })).toEqual(all);
    await store().remove(sha256);
    const found: RemovedFile[] = [];
    for await (const each of store().listRemoved()) if (each.sha256 === sha256) found.push(each);
    expect(found).toHaveLength(1);
    expect(await store().putBack(sha256, '2001-02-03')).toBe(false);
    expect(await store().putBack(sha256, found[0]?.day)).toBe(true);
    expect(await store().read(sha256, { start: 0, length: 4000 })).toEqual(all);
    await store().remove(sha256);
    expect(await store().sweepRemoved(-2 * 24 * 3_600_000)).toBeGreaterThan(0);
    expect(await store().putBack(sha256)).toBe(false);
  });

  test('listing by age passes over the young', async () => {
    const { sha256 } = await writeFrom(store(), pieces(randomBytes(50)));
    expect(await listed(store(), 3_600_000)).toEqual([]);
    expect(await namesIn(store())).toContain(sha256);
  });

  test('the free room is known', async () => {
    const free = await store().freeBytes();
    expect(free).toBeGreaterThan(0);
    expect(await hasRoom(store(), 1, 0)).toBe(true);
    expect(await hasRoom(store(), 1, free * 2)).toBe(false);
  });
}

/** Tests the invariants of a file store; `open` returns an empty one. */
export function fileStoreLaws(name: string, open: () => Promise<FileStore>): void {
  describe(name, () => {
    let opened: FileStore | undefined;
    const store = () => {
      if (opened === undefined) throw new Error('the store is not open');
      return opened;
    };
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => store().close());
    readingLaws(store);
    lendingLaws(store);
    writingLaws(store);
    keepingLaws(store);
  });
}
