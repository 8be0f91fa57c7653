/** Tests that what was taken from a watch folder is never lost when its disk fails or can do less than others. */
import * as disk from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Taken } from './taken.ts';
import { FolderWatch, watchFolder } from './watch-folder.ts';

vi.mock('node:fs/promises', async (original) => {
  const whole = await original<typeof disk>();
  const { link, lstat, open, readFile, rename } = whole;
  const failing = { link: vi.fn(link), lstat: vi.fn(lstat), open: vi.fn(open) };
  return { ...whole, ...failing, readFile: vi.fn(readFile), rename: vi.fn(rename) };
});

const { mkdtemp, readdir, readFile, rm, writeFile } = disk;
const failing = (code: string) => Object.assign(new Error(code), { code });

let inbox: string;
const said: string[] = [];
beforeEach(async () => {
  said.length = 0;
  inbox = await mkdtemp(join(tmpdir(), 'taken-'));
});
afterEach(async () => {
  for (const each of [disk.link, disk.open, disk.rename]) vi.mocked(each).mockReset();
  await rm(inbox, { recursive: true, force: true });
});

async function taken(name: string, text: string): Promise<Taken> {
  await writeFile(join(inbox, name), text);
  const made = await Taken.take(inbox, [name]);
  await made.gather();
  return made;
}

const refused = { case_id: null, reason: 'no recording', note: null };

test.each(['EPERM', 'EOPNOTSUPP'])(
  'files are moved on where no hard link can be made (%s), and none is replaced',
  async (code) => {
    vi.mocked(disk.link).mockRejectedValue(failing(code));
    for (const text of ['first', 'second']) {
      const one = await taken('a.edf', text);
      await one.change({ outcome: refused });
      await one.settle();
    }
    const names = (await readdir(join(inbox, 'refused'))).sort();
    expect(names).toEqual(['a.edf', 'a.edf.reason.txt', 'a.edf~1', 'a.edf~1.reason.txt']);
    const texts = await Promise.all(
      ['a.edf', 'a.edf~1'].map((name) => readFile(join(inbox, 'refused', name), 'utf8')),
    );
    expect(texts).toEqual(['first', 'second']);
    expect(await readdir(join(inbox, '.working'))).toEqual([]);
  },
);

test('what was taken stays if its state cannot be read now', async () => {
  await taken('a.edf', 'first');
  vi.mocked(disk.readFile).mockRejectedValueOnce(failing('EIO'));
  await expect(Taken.known(inbox)).rejects.toThrow('EIO');
  const [known] = await Taken.known(inbox);
  expect(await readFile(known?.files[0]?.path ?? '', 'utf8')).toBe('first');
});

test('a file that cannot be looked at is not forgotten as if it were gone', async () => {
  const one = await taken('a.edf', 'first');
  await one.change({ outcome: refused });
  vi.mocked(disk.lstat).mockRejectedValueOnce(failing('EIO'));
  await expect(one.settle()).rejects.toThrow('EIO');
  await one.settle();
  expect(await readFile(join(inbox, 'refused/a.edf'), 'utf8')).toBe('first');
});

const watched = () => ({
  ...{ folder: inbox, address: 'http://127.0.0.1:1', time_zone: 'UTC', request: false },
  key: () => Promise.resolve(''),
});
const watching = (signal: AbortSignal) => ({
  ...{ settle_ms: 1, signal, say: (line: string) => void said.push(line) },
});
const open = () => FolderWatch.open(watched(), watching(new AbortController().signal));

test('a recording that cannot be moved on delays no other', async () => {
  for (const name of ['a.edf', 'b.edf']) {
    const one = await taken(name, name);
    await one.change({ outcome: refused });
  }
  vi.mocked(disk.link).mockRejectedValueOnce(failing('ENOSPC'));
  const watch = await open();
  expect(await watch.step(0)).toBe(1);
  expect(said.map((line) => line.replace(/^[ab]/, '?'))).toEqual([
    '?.edf: waits, ENOSPC',
    '?.edf: refused, no recording',
  ]);
  expect(await watch.step(600_000)).toBe(0);
  expect(await readdir(join(inbox, 'refused'))).toHaveLength(4);
});

const header = 'r 1 250 100\nr.dat 16 200 16 0 0 0 0 II\n';

test('a recording of which one file cannot be moved yet is not torn apart', async () => {
  await writeFile(join(inbox, 'r.hea'), header);
  await writeFile(join(inbox, 'r.dat'), Buffer.alloc(200));
  const watch = await open();
  await watch.step(0);
  const { rename } = await vi.importActual<typeof disk>('node:fs/promises');
  let isBusy = true;
  vi.mocked(disk.rename).mockImplementation(async (from, to) => {
    if (isBusy && String(from) === join(inbox, 'r.hea')) throw failing('EBUSY');
    await rename(from, to);
  });
  expect(await watch.step(1_000)).toBe(1);
  expect(await watch.step(600_000)).toBe(1);
  isBusy = false;
  expect(await watch.step(1_200_000)).toBe(0);
  const names = (await readdir(join(inbox, 'refused'))).sort();
  expect(names.filter((name) => !name.endsWith('.reason.txt'))).toEqual(['r.dat', 'r.hea']);
  expect(names).toHaveLength(3);
});

test('a recording of which one file cannot be read yet is left alone, and the output says so', async () => {
  await writeFile(join(inbox, 'r.hea'), header);
  await writeFile(join(inbox, 'r.dat'), Buffer.alloc(200));
  const whole = await vi.importActual<typeof disk>('node:fs/promises');
  vi.mocked(disk.open).mockImplementation((path, ...more) =>
    String(path) === join(inbox, 'r.hea') ? Promise.reject(failing('EACCES')) : whole.open(path, ...more),
  );
  const watch = await open();
  for (const at of [0, 1_000, 2_000]) expect(await watch.step(at)).toBe(0);
  expect(said).toEqual(['r.hea: waits, it cannot be read (EACCES)']);
  expect((await readdir(inbox)).sort()).toEqual(['.working', 'r.dat', 'r.hea']);
});

test('a folder whose state is damaged waits for an operator and does not end the program', async () => {
  const one = await taken('a.edf', 'first');
  await writeFile(join(one.folder, 'state.json'), '{');
  const stop = new AbortController();
  const ended = watchFolder(watched(), watching(stop.signal));
  await expect
    .poll(() => said)
    .toEqual([`waits, ${one.folder}/state.json is damaged; move this folder away`]);
  await disk.rename(one.folder, `${inbox}/moved`);
  await expect.poll(() => said).toContain(`watches ${inbox}`);
  stop.abort();
  await ended;
  expect(await readFile(join(inbox, 'moved/files/a.edf'), 'utf8')).toBe('first');
});
