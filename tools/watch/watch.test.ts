/**
 * Tests watch folders against a server: which files become cases, which are refused with a reason, what waits, and that
 * a program that ends at any step loses no recording and makes none twice.
 */
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeEdf } from '@rhythmdesk/ecg/formats/edf-writer';
import { recordingZip } from '@rhythmdesk/server/features/uploads/recording-zip';
import { synthRecording } from '@rhythmdesk/server/features/uploads/test-zip';
import { cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { uploads } from '@rhythmdesk/server/platform/db/schema/recordings';
import { lockDirectory } from '@rhythmdesk/server/platform/postgres/directory-lock';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { uploadWorld, type UploadWorld } from '@rhythmdesk/server/testing/test-uploads';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FolderWatch, watchFolder, type Watching } from './watch-folder.ts';
import type { WatchedFolder } from './watch-settings.ts';

let world: UploadWorld;
let folder: string;
let said: string[];
beforeAll(async () => {
  world = await uploadWorld();
});
beforeEach(async () => {
  vi.restoreAllMocks();
  folder = await mkdtemp(join(tmpdir(), 'watch-'));
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settleMs = 1_000;
let now = 0;

const watched = (changes: Partial<WatchedFolder> = {}): WatchedFolder => ({
  ...{ folder, address: world.address, time_zone: 'Asia/Seoul', request: false },
  key: () => Promise.resolve(world.doctor.token),
  ...changes,
});

const watching = (onStep?: (step: string) => void): Watching => ({
  ...{ settle_ms: settleMs, signal: new AbortController().signal, say: (line) => void said.push(line) },
  ...(onStep && { onStep }),
});

/** Runs the checks that the server has queued. */
async function checkAll(): Promise<void> {
  const open = await world.db.select().from(uploads).where(eq(uploads.state, 'checking'));
  for (const { upload_id } of open) await world.check(upload_id);
}

/** Lets the program work until nothing is open; the first step only sees the files. */
async function settle(watch: FolderWatch): Promise<void> {
  await watch.step((now += settleMs));
  for (let tries = 0; (await watch.step((now += 600_000))) > 0; tries += 1) {
    if (tries === 20) throw new Error(`nothing happens: ${said.join('; ')}`);
    await checkAll();
  }
}

const open = (changes: Partial<WatchedFolder> = {}) => FolderWatch.open(watched(changes), watching());
const caseOf = async (hn_id: string) => world.db.select().from(cases).where(eq(cases.hn_id, hn_id));
const namesIn = async (name: string) =>
  existsSync(join(folder, name)) ? (await readdir(join(folder, name))).sort() : [];
const put = (name: string, bytes: Uint8Array | string) => writeFile(join(folder, name), bytes);

const lead = { label: 'II', sampling_hz: 250, gain_uv_per_lsb: 5, zero_lsb: 0 };
const samples = Int32Array.from({ length: 250 * 30 }, (_none, at) => Math.round(300 * Math.sin(at / 20)));
const edf = () => encodeEdf('edf+', Date.UTC(2026, 0, 2, 12), [{ ...lead, samples }], []);
const zipOf = (hn_id: string) => recordingZip(synthRecording({ hn_id, seconds: 30 }));

test('a recording zip and a converted file become cases, and are moved to done', async () => {
  await put('first.zip', await zipOf('HNWATCH1'));
  await put('HNWATCH2.edf', edf());
  await settle(await open());
  expect(await namesIn('done')).toEqual(['HNWATCH2.edf', 'first.zip']);
  expect(await caseOf('HNWATCH1')).toHaveLength(1);
  // The file's clock shows local time.
  const [converted] = await caseOf('HNWATCH2');
  expect(converted?.recording_start?.toISOString()).toBe('2026-01-02T03:00:00.000Z');
  expect((await readdir(folder)).sort()).toEqual(['.working', 'done']);
  expect(await namesIn('.working')).toEqual([]);
});

test('a server under a path of its host gets the recordings there', async () => {
  const host = await uploadWorld({ PUBLIC_URL: 'https://apps.hospital.example/ecg' });
  await put('HNWATCH9.edf', edf());
  const address = `${host.address}/ecg`;
  const asking = vi.spyOn(globalThis, 'fetch');
  const watch = await open({ address, key: () => Promise.resolve(host.doctor.token) });
  await watch.step((now += settleMs));
  await watch.step((now += 600_000));
  const [begun] = await host.db.select().from(uploads);
  await host.check(begun?.upload_id ?? '');
  await watch.step((now += 600_000));
  expect(await namesIn('done')).toEqual(['HNWATCH9.edf']);
  const asked = asking.mock.calls.map(([to]) => (to instanceof URL ? to.href : ''));
  expect(asked.filter((to) => !to.startsWith(`${address}/api/v1/upload/`))).toEqual([]);
  expect(asked.length).toBeGreaterThan(3);
});

test('what is no recording is moved to refused with its reason', async () => {
  await put('letter.txt', 'Dear colleague');
  await put('without-id.edf', edf());
  await put('HNWATCH3.edf', edf().subarray(0, 400));
  await settle(await open());
  expect(await namesIn('done')).toEqual([]);
  const refused = await namesIn('refused');
  expect(refused.filter((name) => !name.endsWith('.reason.txt'))).toEqual([
    'HNWATCH3.edf',
    'letter.txt',
    'without-id.edf',
  ]);
  const reason = (name: string) => readFile(join(folder, 'refused', `${name}.reason.txt`), 'utf8');
  expect(await reason('letter.txt')).toBe(
    'source-unknown: letter.txt is neither a recording zip nor a recording that can be converted here.\n',
  );
  expect(await reason('without-id.edf')).toBe('no HN ID in the file or its name\n');
  expect(await reason('HNWATCH3.edf')).toMatch(/^source-\w+: .*HNWATCH3\.edf .*\.$/m);
});

test('the same HN ID is refused a second time by the server, and no file of the same name is replaced', async () => {
  for (const _time of [1, 2]) {
    await put('HNWATCH4.edf', edf());
    await settle(await open());
  }
  expect(await namesIn('done')).toEqual(['HNWATCH4.edf']);
  await put('HNWATCH4.edf', edf());
  await settle(await open());
  const files = ['HNWATCH4.edf', 'HNWATCH4.edf~1'];
  expect(await namesIn('refused')).toEqual(files.flatMap((name) => [name, `${name}.reason.txt`]));
  for (const name of files)
    expect(await readFile(join(folder, `refused/${name}.reason.txt`), 'utf8')).toMatch(/^case\/hn-id-taken/);
});

test('an analysis that cannot be requested is named beside the file and in the output', async () => {
  await put('HNWATCH6.edf', edf());
  await settle(await open({ request: true }));
  const [made] = await caseOf('HNWATCH6');
  expect(made).toMatchObject({ status: 'ready' });
  const words = `The analysis of case ${String(made?.case_id)} was not requested: case/required-missing`;
  expect(await namesIn('done')).toEqual(['HNWATCH6.edf', 'HNWATCH6.edf.reason.txt']);
  expect(await readFile(join(folder, 'done/HNWATCH6.edf.reason.txt'), 'utf8')).toContain(words);
  expect(said.join()).toContain(words);
});

test('a folder that is not there, or vanishes, is named once, is not made, and is watched when it is back', async () => {
  const away = `${folder}-away`;
  await rename(folder, away);
  const lines = new EventEmitter();
  const stop = new AbortController();
  const steps = vi.spyOn(FolderWatch.prototype, 'step');
  const until = async (words: string, times: number): Promise<void> => {
    while (said.filter((line) => line.startsWith(words)).length < times) await once(lines, 'line');
  };
  const ended = watchFolder(watched(), {
    ...{ settle_ms: 20, signal: stop.signal },
    say: (line) => {
      said.push(line);
      lines.emit('line');
    },
  });
  await until(`waits, there is no folder ${folder}`, 1);
  expect(existsSync(folder)).toBe(false);
  await rename(away, folder);
  await until(`watches ${folder}`, 1);
  await rename(folder, away);
  await until('waits, ', 2);
  const before = steps.mock.calls.length;
  await expect.poll(() => steps.mock.calls.length).toBeGreaterThan(before + 3);
  await rename(away, folder);
  await until('continues, ', 2);
  stop.abort();
  await ended;
  expect(said.filter((line) => line.startsWith('waits, '))).toHaveLength(2);
});

test('a file that still grows, or has the name of an incomplete one, is left alone', async () => {
  const watch = await open();
  await put('HNWATCH5.edf', edf().subarray(0, 5_000));
  await put('HNWATCH6.edf.part', edf());
  await watch.step((now += settleMs));
  await put('HNWATCH5.edf', edf());
  await watch.step((now += settleMs));
  expect((await readdir(folder)).sort()).toEqual(['.working', 'HNWATCH5.edf', 'HNWATCH6.edf.part']);
  await settle(watch);
  expect((await readdir(folder)).sort()).toEqual(['.working', 'HNWATCH6.edf.part', 'done']);
});

test('with a wrong key, or without the server, recordings wait and nothing is refused', async () => {
  await put('HNWATCH7.edf', edf());
  const watch = await open({ key: () => Promise.resolve('rdk_wrong') });
  await watch.step((now += settleMs));
  expect(await watch.step((now += settleMs))).toBe(1);
  expect(said.at(-1)).toBe(
    'HNWATCH7.edf: waits, the key of key_file is not valid or has ended (auth/unknown-token)',
  );
  const away = await open({ address: `http://127.0.0.1:${String(await freePort())}` });
  expect(await away.step((now += settleMs))).toBe(1);
  expect(said.at(-1)).toBe('HNWATCH7.edf: waits, the server was not reached: ECONNREFUSED');
  await settle(await open());
  expect(await namesIn('done')).toEqual(['HNWATCH7.edf']);
});

test('a replaced key settles what the one before has uploaded, and begins anew what it had not sent', async () => {
  await put('HNWATCH10.edf', edf());
  const watch = await open();
  await watch.step((now += settleMs));
  const ask = globalThis.fetch;
  const ended: string[] = [];
  const asking = vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) => {
    const place = to instanceof URL ? to.pathname : '';
    if (init?.method === 'PATCH' && ended.length === 0) {
      ended.push(place);
      throw new TypeError('fetch failed');
    }
    return init?.method === 'HEAD' && ended.includes(place)
      ? new Response(null, { status: 401 })
      : ask(to, init);
  });
  for (let tries = 0; (await caseOf('HNWATCH10')).length === 0; tries += 1) {
    if (tries === 10) throw new Error(said.join('; '));
    await watch.step((now += 600_000));
    await checkAll();
  }
  // The key of the second upload ends too, before its outcome is known here.
  ended.push(...asking.mock.calls.map(([to]) => (to instanceof URL ? to.pathname : '')));
  expect(await watch.step((now += 600_000))).toBe(0);
  expect(await namesIn('done')).toEqual(['HNWATCH10.edf']);
});

test('an upload that a user cancelled is not sent again', async () => {
  await put('HNWATCH11.edf', edf());
  const watch = await open();
  await watch.step((now += settleMs));
  await watch.step((now += 600_000));
  await world.db.update(uploads).set({ state: 'cancelled' }).where(eq(uploads.hn_id, 'HNWATCH11'));
  expect(await watch.step((now += 600_000))).toBe(0);
  expect(await namesIn('refused')).toEqual(['HNWATCH11.edf', 'HNWATCH11.edf.reason.txt']);
});

test.each(['input/field-missing', 'upload/protocol'])(
  '%s is of the settings, not of the file',
  async (code) => {
    await put('HNWATCH12.edf', edf());
    const watch = await open();
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ code }, { status: 422 }));
    for (const open of [0, 1]) expect(await watch.step((now += settleMs))).toBe(open);
    expect(said.at(-1)).toMatch(new RegExp(`^HNWATCH12.edf: waits, ${code}`));
  },
);

test('a folder that another process watches is named', async () => {
  await mkdir(join(folder, '.working'));
  const lock = await lockDirectory(join(folder, '.working'));
  await expect(watchFolder(watched(), watching())).rejects.toThrow(
    `${folder} is watched by process ${String(process.pid)} on `,
  );
  await lock.release();
});

test('a program that ends at any step continues, and makes one case of each recording', async () => {
  const steps = ['take', 'prepare', 'deliver', 'deliver', 'settle'];
  for (const [at, step] of steps.entries()) {
    const hn_id = `HNKILLED${String(at)}`;
    await put(`${hn_id}.edf`, edf());
    let left = steps.slice(0, at).filter((each) => each === step).length;
    const killed = new Error('killed');
    const dying = await FolderWatch.open(
      watched(),
      watching((reached) => {
        if (reached !== step) return;
        if (left === 0) throw killed;
        left -= 1;
      }),
    );
    await expect(settle(dying)).rejects.toBe(killed);
    await settle(await open());
    expect([hn_id, await caseOf(hn_id)]).toEqual([hn_id, [expect.objectContaining({ hn_id })]]);
    expect(await namesIn('done')).toContain(`${hn_id}.edf`);
  }
  expect(await namesIn('.working')).toEqual([]);
  expect(await namesIn('refused')).toEqual([]);
});

test('files are moved completely if the program ended while it moved them', async () => {
  await mkdir(join(folder, '.working/0123456789abcdef/files'), { recursive: true });
  const state = { names: ['HNMOVED1.edf'], prepared: null, upload: null, outcome: null };
  await writeFile(join(folder, '.working/0123456789abcdef/state.json'), JSON.stringify(state));
  await mkdir(join(folder, '.working/fedcba9876543210'), { recursive: true });
  await put('HNMOVED1.edf', edf());
  await settle(await open());
  expect(await namesIn('done')).toEqual(['HNMOVED1.edf']);
  expect(await namesIn('.working')).toEqual([]);
});
