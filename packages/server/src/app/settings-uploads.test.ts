/** Tests that the limits of uploads and of what is kept come from the settings. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { synthRecording, zipWith } from '../features/uploads/test-zip.ts';
import { notifications } from '../platform/db/schema/notices.ts';
import { userDrafts } from '../platform/db/schema/user-drafts.ts';
import { testWeb } from '../testing/test-web.ts';
import { uploadWorld } from '../testing/test-uploads.ts';
import { sweepRecords } from './sweep-records.ts';

test('UPLOAD_ZIP_BYTES and UPLOAD_OPEN_PER_USER limit what begins', async () => {
  const { begin, doctor } = await uploadWorld({ UPLOAD_ZIP_BYTES: '1000', UPLOAD_OPEN_PER_USER: '1' });
  const statusOf = async (hn_id: string, size: number) => (await begin(doctor.token, { hn_id }, size)).status;
  expect(await statusOf('HN100001', 1001)).toBe(422);
  expect(await statusOf('HN100001', 1000)).toBe(201);
  expect(await statusOf('HN100002', 1000)).toBe(406);
});

test('UPLOAD_OPEN_BYTES_PER_GROUP limits the open uploads of an institution', async () => {
  const { begin, doctor, outsider } = await uploadWorld({ UPLOAD_OPEN_BYTES_PER_GROUP: '1500' });
  expect((await begin(doctor.token, { hn_id: 'HN100001' }, 1000)).status).toBe(201);
  expect((await begin(doctor.token, { hn_id: 'HN100002' }, 1000)).status).toBe(406);
  expect((await begin(outsider.token, { hn_id: 'HN100002' }, 1000)).status).toBe(201);
});

const recording = synthRecording({ hn_id: 'HN100001', seconds: 30, labels: ['I', 'II'] });
/** Ten times the same bytes, which no algorithm packs by itself, so a tenth of them when packed. */
const repeated = Buffer.concat(Array<Buffer>(10).fill(randomBytes(2000)));
const extra = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.bin`, repeated]));

test.each([
  ['UPLOAD_EXPANDED_BYTES', '1000', 'upload/zip-expanded-size', {}],
  ['UPLOAD_ENTRIES', '4', 'upload/zip-entry-count', extra],
  ['UPLOAD_RATIO', '2', 'upload/zip-ratio', { 'Report.pdf': repeated }],
])('%s refuses a zip beyond it, which the default does not', async (name, value, code, changes) => {
  const codeWith = async (settings: Record<string, string>) => {
    const { send, check, read, doctor } = await uploadWorld(settings);
    const zip = await zipWith(recording, changes);
    const upload = await send(doctor.token, zip, { hn_id: 'HN100001' });
    await check(upload.id);
    return (await read(doctor.token, upload.id)).code;
  };
  expect(await codeWith({ [name]: value })).toBe(code);
  expect(await codeWith({})).not.toBe(code);
});

const dayMs = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);

test('DRAFT_RETENTION_DAYS and NOTIFICATION_RETENTION_DAYS end drafts and entries of the bell', async () => {
  const web = await testWeb({ DRAFT_RETENTION_DAYS: '2', NOTIFICATION_RETENTION_DAYS: '3' });
  const { id: user_id } = await web.addUser('doctor', 'DOCTOR', await web.addGroup('hospital', 'Hospital'));
  for (const days of [1, 3]) {
    const name = `upload/d${String(days)}`;
    await web.db.insert(userDrafts).values({ user_id, name, content: 'x', saved_at: daysAgo(days) });
  }
  for (const days of [4, 2]) {
    const row = { user_id, category: 'case', code: `d${String(days)}`, create_time: daysAgo(days) };
    await web.db.insert(notifications).values(row);
  }
  await sweepRecords(web.platform);
  const drafts = await web.db.select({ name: userDrafts.name }).from(userDrafts);
  const entries = await web.db.select({ code: notifications.code }).from(notifications);
  expect([drafts, entries]).toEqual([[{ name: 'upload/d1' }], [{ code: 'd2' }]]);
});
