/**
 * Tests that every named file is verified once per round, in slices and across stops, and that damage is reported when
 * found.
 */
import { mkdir, stat, truncate, unlink, writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sumsOf } from './block-sums.ts';
import { scrubSlice, type ScrubOptions } from './scrub-store.ts';
import { storedFiles } from './test-stored-files.ts';
import type { StoreFault } from './verify-store.ts';

async function world(count: number) {
  const store = await storedFiles();
  const names: string[] = [];
  for (let at = 0; at < count; at += 1) names.push(await store.write(`file ${String(at)}`));
  for (const name of names) await store.hold(name);
  const read: string[] = [];
  const watched: Pick<typeof store.files, 'prove'> = {
    prove: (sha256, took) => {
      read.push(sha256);
      return store.files.prove(sha256, took);
    },
  };
  const reported: StoreFault[] = [];
  const scrub = (options: Partial<ScrubOptions> = {}) =>
    scrubSlice(
      { db: store.db, files: watched },
      { sliceBytes: 1_000_000, onFault: (fault) => Promise.resolve(reported.push(fault)), ...options },
      new Date(),
    );
  const place = async () =>
    (
      await store.db.execute(sql`select after_name, files::int, faults::int, ended_at is not null as ended
      from file_scrub`)
    ).rows[0];
  return { ...store, names: names.toSorted(), read, reported, scrub, place };
}

test.each([
  ['few', 7],
  ['many', 6],
])(
  'slices of %s names continue where the last one stopped, until each file was read once; then it starts again',
  async (_which, fewNames) => {
    const { names, read, scrub, place } = await world(7);
    const part = { sliceBytes: 13, fewNames };
    expect(await scrub(part)).toEqual({ files: 3, bytes: 18, faults: 0, is_whole: false });
    expect(await place()).toEqual({ after_name: names[2], files: 3, faults: 0, ended: false });
    expect(await scrub(part)).toMatchObject({ files: 3, is_whole: false });
    expect(await scrub(part)).toMatchObject({ files: 1, is_whole: true });
    expect(read).toEqual(names);
    expect(await place()).toEqual({ after_name: '', files: 7, faults: 0, ended: true });
    await scrub({ fewNames });
    expect(read).toEqual([...names, ...names]);
  },
);

test('a stop during a slice loses nothing of the next', async () => {
  const { names, read, scrub } = await world(4);
  const stop = new AbortController();
  const stopping = scrub({ signal: stop.signal, onFault: () => Promise.resolve(), sliceBytes: 1_000 });
  stop.abort(new Error('stop'));
  await expect(stopping).rejects.toThrow('stop');
  await scrub();
  expect(new Set(read)).toEqual(new Set(names));
});

test('flipped, cut, missing and unreadable files are reported with their case; files without a row are not', async () => {
  const { db, names, placeOf, scrub, reported, place } = await world(6);
  const [flipped = '', cut = '', gone = '', broken = '', purged = ''] = names;
  await writeFile(placeOf(flipped), 'fild 0');
  await truncate(placeOf(cut), 2);
  await unlink(placeOf(gone));
  await unlink(placeOf(broken));
  await mkdir(placeOf(broken));
  await unlink(placeOf(purged));
  await db.execute(sql`update case_files set purged_at = now() where sha256 = ${purged}`);
  expect(await scrub()).toMatchObject({ files: 5, faults: 4, is_whole: true });
  expect(reported).toEqual([
    { sha256: flipped, fault: 'damaged', case_id: 1 },
    { sha256: cut, fault: 'damaged', case_id: 1 },
    { sha256: gone, fault: 'missing', case_id: 1 },
    { sha256: broken, fault: 'damaged', case_id: 1 },
  ]);
  expect(await place()).toMatchObject({ faults: 4 });
});

test('a missing store is reported by a few names, and the position stays', async () => {
  const { names, placeOf, scrub, reported, place } = await world(120);
  for (const name of names) await unlink(placeOf(name));
  await expect(scrub()).rejects.toThrow('Is the disk there?');
  expect(reported.length).toBe(20);
  expect(await place()).toMatchObject({ ended: false });
});

test('lost checksums are restored, intact ones are unchanged', async () => {
  const { names, placeOf, scrub } = await world(2);
  const [lost = '', whole = ''] = names;
  const before = await stat(sumsOf(placeOf(whole)));
  await unlink(sumsOf(placeOf(lost)));
  await scrub();
  expect((await stat(sumsOf(placeOf(lost)))).size).toBe(16);
  expect((await stat(sumsOf(placeOf(whole)))).ino).toBe(before.ino);
});
