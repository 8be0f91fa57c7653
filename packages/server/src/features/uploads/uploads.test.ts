/** Tests uploads over HTTP as a page sends them, and their results. */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { transact } from '../../platform/db/transact.ts';
import { runInThread } from '../../platform/threads/run-in-thread.ts';
import { checkUpload } from './check-upload.ts';
import { sweepFiles } from './file-sweep.ts';
import { recordingZip } from './recording-zip.ts';
import { arrayRecording, synthRecording, zipWith } from './test-zip.ts';
import { retireSignals } from './upload-sweep.ts';
import { uploadWorld, type UploadWorld } from '../../testing/test-uploads.ts';

let world: UploadWorld;
beforeAll(async () => {
  world = await uploadWorld();
});

test('a nurse’s zip becomes a case with its recording, and she is notified', async () => {
  const { doctor, send, check, read, call } = world;
  const zip = await recordingZip(synthRecording({ hn_id: 'HN100001', seconds: 30, labels: ['I', 'II'] }));
  const upload = await send(doctor.token, zip, {
    hn_id: 'hn-100001',
    patient_last_name: '田中',
    gender: 'female',
  });
  expect(await read(doctor.token, upload.id)).toMatchObject({ state: 'checking', hn_id: 'HN100001' });
  await check(upload.id);
  const row = await read(doctor.token, upload.id);
  expect(row).toMatchObject({ state: 'done', code: null, received_bytes: zip.length });
  const detail = await call(`case/case/${String(row.case_id)}`, doctor.token);
  expect(await detail.json()).toMatchObject({
    hn_id: 'HN100001',
    status: 'ready',
    processing: true,
    patient_last_name: '田中',
    recording: 'ready',
    leads: ['I', 'II'],
    recording_seconds: 30,
  });
  const notified = await call('notification/notifications', doctor.token);
  expect(JSON.stringify(await notified.json())).toContain('HN100001');
});

test('the manifest and the tiles equal the sent signal', async () => {
  const { doctor, send, check, read, call } = world;
  const frames = new Int16Array(2 * 40_000);
  for (let at = 0; at < 40_000; at += 1) frames.set([at % 3000, -(at % 1777)], 2 * at);
  const upload = await send(doctor.token, await recordingZip(arrayRecording('HN100002', frames, 2)), {
    hn_id: 'HN100002',
  });
  await check(upload.id);
  const { case_id } = await read(doctor.token, upload.id);
  const manifest = await call(`recording/${String(case_id)}`, doctor.token);
  expect(await manifest.json()).toMatchObject({ samples: 40_000, time_zone: 'Asia/Seoul', gaps: [] });
  const path = `recording/${String(case_id)}/tile`;
  for (const index of [0, 1, 2]) {
    const tile = await call(`${path}/1/0/${String(index)}`, doctor.token);
    expect(tile.headers.get('cache-control')).toBe('no-store');
    const got = new Int16Array(await tile.arrayBuffer());
    const from = index * 16_384;
    expect(got).toEqual(
      Int16Array.from({ length: Math.min(16_384, 40_000 - from) }, (_n, at) => -((from + at) % 1777)),
    );
  }
  const level = new Int16Array(
    (await (await call(`${path}/0/1/0`, doctor.token)).arrayBuffer()).slice(0, 4 * 2500),
  );
  expect([...level.subarray(0, 3)]).toEqual([0, 16, 32]);
  expect([...level.subarray(2500, 2503)]).toEqual([15, 31, 47]);
  const several = ['1.0.2', '0.1.0', '0.0.2', '1.0.0'];
  const all = await call(`${path}s?tile=${several.join('&tile=')}`, doctor.token);
  const alone = several.map(async (name) => {
    const one = await call(`${path}/${name.replaceAll('.', '/')}`, doctor.token);
    return Buffer.from(await one.arrayBuffer());
  });
  expect(Buffer.from(await all.arrayBuffer())).toEqual(Buffer.concat(await Promise.all(alone)));
  for (const [query, status] of [
    ['tile=0.0.0&tile=2.0.0', 404],
    ['tile=0.0.0&tile=0.0.3', 404],
    ['tile=0.0', 422],
    [Array.from({ length: 17 }, () => 'tile=0.0.0').join('&'), 422],
    ['', 422],
  ] as const)
    expect([query, (await call(`${path}s?${query}`, doctor.token)).status]).toEqual([query, status]);
  expect((await call(`${path}s?tile=0.0.0`, world.outsider.token)).status).toBe(404);
  expect((await call(`${path}/2/0/0`, doctor.token)).status).toBe(404);
  expect((await call(`${path}/0/0/3`, doctor.token)).status).toBe(404);
  const outsider = await call(`${path}/0/0/0`, world.outsider.token);
  expect(outsider.status).toBe(404);
  expect((await call(`recording/${String(case_id)}`, world.carrier.token)).status).toBe(403);
});

test('a waiting case gets its recording and shows that it is being processed', async () => {
  const { doctor, send, check, read, call } = world;
  const made = await call('case/case', doctor.token, {
    method: 'POST',
    body: { hn_id: 'HN100003', patient_id: '77', patient_last_name: 'Known' },
  });
  const { case_id } = await world.bodyOf(made);
  const zip = await recordingZip(synthRecording({ hn_id: 'HN100003', seconds: 10 }));
  const upload = await send(doctor.token, zip, { hn_id: 'HN100003', patient_last_name: 'Other' });
  const during = await call(`case/case/${String(case_id)}`, doctor.token);
  expect(await during.json()).toMatchObject({ processing: true, recording: 'processing' });
  await check(upload.id);
  expect(await read(doctor.token, upload.id)).toMatchObject({ state: 'done', case_id });
  const after = await call(`case/case/${String(case_id)}`, doctor.token);
  expect(await after.json()).toMatchObject({
    processing: true,
    recording: 'ready',
    patient_last_name: 'Known',
    version: 2,
  });
  const again = await world.begin(doctor.token, { hn_id: 'HN100003' }, 10);
  expect(again.status).toBe(409);
});

test('a refused zip names the file, row and column, in the user’s language, and leaves no case', async () => {
  const { doctor, send, check, read } = world;
  const recording = synthRecording({ hn_id: 'HN100004', seconds: 10 });
  const table =
    'hour_start,duration_s,analysed_s,beats,hr_min,hr_mean,hr_max,sve,ve,pauses,longest_rr_ms,af_s,noise_s\r\n';
  const bad = `${table}2026-11-05T08:00:00Z,10,10,x,60,60,60,0,0,0,900,0,0\r\n`;
  const zip = await zipWith(recording, { 'SummaryData.csv': Buffer.from(bad) });
  const upload = await send(doctor.token, zip, { hn_id: 'HN100004' });
  await check(upload.id);
  const inJapanese = await read(doctor.token, upload.id, 'ja');
  expect(inJapanese.detail).toContain('2 行目、beats 列');
  expect(inJapanese).toMatchObject({
    state: 'refused',
    code: 'upload/summary-number',
    entry: 'SummaryData.csv',
    case_id: null,
  });
  expect((await read(doctor.token, upload.id)).detail).toContain('row 2, column beats');
  const cases = await world.db.execute(sql`select 1 from cases where hn_id = 'HN100004'`);
  expect(cases.rows).toHaveLength(0);
});

test('a zip that needs more memory than its reader may use is refused at the last attempt, not before', async () => {
  const { dependencies, doctor, send, read } = world;
  const zip = await recordingZip(synthRecording({ hn_id: 'HN100008', seconds: 10 }));
  const upload = await send(doctor.token, zip, { hn_id: 'HN100008' });
  const entry = new URL('../../platform/threads/test-thread.ts', import.meta.url);
  const announce = vi.spyOn(dependencies.files, 'announce');
  announce.mockImplementation(async () => {
    await runInThread({ entry, work: 'heap', limits: { heapMb: 32 } });
  });
  const { signal } = new AbortController();
  for (const is_last_attempt of [false, true]) {
    expect(await read(doctor.token, upload.id)).toMatchObject({ state: 'checking' });
    await expect(checkUpload(dependencies, upload.id, { signal, is_last_attempt })).rejects.toThrow('memory');
  }
  announce.mockRestore();
  expect(await read(doctor.token, upload.id)).toMatchObject({ state: 'refused', code: 'server/fault' });
});

test('running the check twice, also at once, creates one case', async () => {
  const { doctor, send, check, read } = world;
  const zip = await recordingZip(synthRecording({ hn_id: 'HN100005', seconds: 10 }));
  const upload = await send(doctor.token, zip, { hn_id: 'HN100005' });
  await Promise.all([check(upload.id), check(upload.id)]);
  await check(upload.id);
  expect(await read(doctor.token, upload.id)).toMatchObject({ state: 'done' });
  const found = await world.db.execute(sql`select count(*)::int as n from recordings r
    join cases c on c.case_id = r.case_id where c.hn_id = 'HN100005'`);
  expect(found.rows[0]).toEqual({ n: 1 });
});

test('a sweep removes files that no row names and nothing else', async () => {
  const { dependencies, doctor, call, read, send, check } = world;
  const zip = await recordingZip(synthRecording({ hn_id: 'HN100006', seconds: 10 }));
  const upload = await send(doctor.token, zip, { hn_id: 'HN100006' });
  await check(upload.id);
  const writer = await dependencies.files.create();
  await writer.write(Buffer.from('nobody names me'));
  const orphan = await writer.commit();
  expect((await sweepFiles(dependencies, { ageMs: 0 })).set_aside).toBeGreaterThan(0);
  expect(await dependencies.files.size(orphan.sha256)).toBeNull();
  const { case_id } = await read(doctor.token, upload.id);
  expect((await call(`recording/${String(case_id)}/tile/0/1/0`, doctor.token)).status).toBe(200);
  expect((await call(`recording/${String(case_id)}/tile/0/0/0`, doctor.token)).status).toBe(200);
});

test('a signal past its retention is deleted, and the case stays', async () => {
  const { dependencies, db, doctor, call, read, send, check } = world;
  const zip = await recordingZip(synthRecording({ hn_id: 'HN100007', seconds: 10, seed: 99 }));
  const upload = await send(doctor.token, zip, { hn_id: 'HN100007' });
  await check(upload.id);
  const { case_id } = await read(doctor.token, upload.id);
  await db.execute(sql`update cases set status = 'complete', technician_id = ${world.technician.id},
    requested_date = now() - interval '40 days', confirmed_date = now() - interval '31 days'
    where case_id = ${case_id}`);
  expect(await retireSignals(dependencies, 0)).toBe(0);
  expect(await retireSignals(dependencies, 32)).toBe(0);
  await transact(db, async (tx) => {
    await tx.execute(sql`update cases set updated_at = now() where case_id = ${case_id}`);
    // Somebody changes the case at the moment.
    expect(await retireSignals(dependencies, 30)).toBe(0);
  });
  expect(await retireSignals(dependencies, 30)).toBe(1);
  expect((await call(`recording/${String(case_id)}`, doctor.token)).status).toBe(410);
  expect((await call(`recording/${String(case_id)}/tile/0/0/0`, doctor.token)).status).toBe(410);
  const named = await db.execute(
    sql`select sha256 from case_files where case_id = ${case_id} and kind = 'signal'`,
  );
  const sha256 = String(named.rows[0]?.['sha256']);
  expect(await dependencies.files.size(sha256)).not.toBeNull();
  await sweepFiles(dependencies, { ageMs: 0 });
  expect(await dependencies.files.size(sha256)).toBeNull();
  const detail = await call(`case/case/${String(case_id)}`, doctor.token);
  expect(await detail.json()).toMatchObject({ recording: 'purged', hn_id: 'HN100007' });
});
