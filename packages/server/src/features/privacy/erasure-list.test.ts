/** Tests the list of erasures outside of the database after a power failure. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToList } from './erasure-list.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'list-'));
});
afterAll(() => rm(folder, { recursive: true }));

const erasure = (erasure_id: number) => ({
  ...{ erasure_id, pseudonym: `ERASED-${String(erasure_id)}`, hospital_id: 1, case_ids: [erasure_id] },
  ...{ reason: 'request', counts: {}, requested_by: 1, requested_at: new Date(), files_removed: 0 },
  finished_at: null,
});

test('a line that a power failure cut stops no later erasure', async () => {
  const file = path.join(folder, 'cut.jsonl');
  await addToList(file, erasure(1));
  await writeFile(file, '\n{"pseudonym":"ERASED-2","hosp', { flag: 'a' });
  for (const each of [2, 3, 2, 1]) await addToList(file, erasure(each));
  const text = await readFile(file, 'utf8');
  const listed = [1, 2, 3].map((id) => text.split(`"ERASED-${String(id)}","hospital_id"`).length - 1);
  expect(listed).toEqual([1, 1, 1]);
});

test('a whole line that cannot be read is a fault, not an erasure that is forgotten', async () => {
  const file = path.join(folder, 'damaged.jsonl');
  await addToList(file, erasure(1));
  await writeFile(file, (await readFile(file, 'utf8')).replace('"pseudonym"', '"pseudonym'));
  await expect(addToList(file, erasure(2))).rejects.toThrow();
});
