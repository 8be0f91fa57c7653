import { truncate, unlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { refusalOf } from '../http/answer-fault.ts';
import { openDiskStore } from './disk-store.ts';
import { storedFiles } from './test-stored-files.ts';
import { verifyStore } from './verify-store.ts';

test('missing, flipped, cut and unnamed files are found, each by its name and case', async () => {
  const { db, files, folder, placeOf, write, hold } = await storedFiles();
  const [good, missing, flipped, cut, orphan] = [
    await write('good file'),
    await write('missing file'),
    await write('flipped file'),
    await write('cut file'),
    await write('orphan file'),
  ];
  for (const sha256 of [good, missing, flipped, cut]) await hold(sha256);
  expect(await verifyStore({ db, files }, {}, -1_000)).toMatchObject({
    files: 4,
    faults: [{ sha256: orphan, fault: 'orphan', case_id: null }],
  });
  await unlink(placeOf(missing));
  await writeFile(placeOf(flipped), 'flipped fild');
  await truncate(placeOf(cut), 3);
  const { faults } = await verifyStore({ db, files }, {}, 3_600_000);
  const expected = [
    [missing, 'missing', 1],
    [flipped, 'damaged', 1],
    [cut, 'damaged', 1],
  ];
  expect(new Set(faults.map(({ sha256, fault, case_id }) => [sha256, fault, case_id].join()))).toEqual(
    new Set(expected.map((each) => each.join())),
  );
  await files.close();
  // A separate store, because a store that has a file open can still read it after its name is deleted.
  const later = await openDiskStore(folder);
  const fault: unknown = await later
    .read(missing, { start: 0, length: 1 })
    .catch((thrown: unknown) => thrown);
  expect(refusalOf(fault)?.code).toBe('file/unreadable');
  await later.close();
});
