/** Tests each fault of the recording format inside the files, with its code, its entry and its position. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDiskStore } from '../../platform/files/disk-store.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { readZip } from './read-zip.ts';
import { recordingFiles, type WholeRecording } from './recording-zip.ts';
import { refusalDetail } from './history-detail.ts';
import { synthRecording, zipWith } from './test-zip.ts';
import { UploadRefusal } from './upload-refusal.ts';

const limits = { entries: 64, expanded_bytes: 2 ** 30, ratio: 100 };
let folder: string;
let files: FileStore;
let recording: WholeRecording;
let good: Map<string, Buffer>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'format-'));
  files = await openDiskStore(path.join(folder, 'files'));
  recording = synthRecording({ hn_id: 'HN555555', seconds: 10 });
  good = new Map((await recordingFiles(recording)).map(({ name, bytes }) => [name, Buffer.from(bytes)]));
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

async function refusal(changes: Readonly<Record<string, Uint8Array>>): Promise<UploadRefusal> {
  const file = path.join(folder, 'zip');
  await writeFile(file, await zipWith(recording, changes));
  try {
    await readZip(file, files, { hn_id: 'HN555555', limits });
  } catch (fault) {
    if (fault instanceof UploadRefusal) return fault;
    throw fault;
  }
  throw new Error('it was read');
}

function changed(name: string, change: (bytes: Buffer) => unknown): Record<string, Uint8Array> {
  const bytes = Buffer.from(good.get(name) ?? Buffer.alloc(0));
  const made = change(bytes);
  return { [name]: Buffer.isBuffer(made) ? made : bytes };
}

test.each<[string, (bytes: Buffer) => unknown]>([
  ['trace-magic', (bytes) => void bytes.write('XNTRACE')],
  ['trace-version', (bytes) => void bytes.writeUInt16LE(2, 8)],
  ['trace-header-size', (bytes) => void bytes.writeUInt16LE(128, 10)],
  ['trace-leads', (bytes) => void bytes.writeUInt16LE(13, 12)],
  ['trace-reserved', (bytes) => void bytes.writeUInt16LE(1, 14)],
  ['trace-frequency', (bytes) => void bytes.writeDoubleLE(49, 16)],
  ['trace-start', (bytes) => void bytes.writeBigInt64LE(-1n, 24)],
  ['trace-samples', (bytes) => void bytes.writeUInt32LE(0, 32)],
  ['trace-hn-id', (bytes) => void bytes.write('XX', 40)],
  ['trace-lead-label', (bytes) => void bytes.fill(0, 128, 144)],
  ['trace-lead-gain', (bytes) => void bytes.writeFloatLE(-1, 144)],
  ['trace-length', (bytes) => bytes.subarray(0, bytes.length - 2)],
  ['trace-short', (bytes) => bytes.subarray(0, 100)],
])('TraceData.dat: %s', async (code, change) => {
  const found = await refusal(changed('TraceData.dat', change));
  expect([found.code, found.entry]).toEqual([`upload/${code}`, 'TraceData.dat']);
});

test.each<[string, (bytes: Buffer) => unknown]>([
  ['view-magic', (bytes) => void bytes.write('XNVIEW')],
  ['view-version', (bytes) => void bytes.writeUInt16LE(9, 8)],
  ['view-leads', (bytes) => void bytes.writeUInt16LE(2, 10)],
  ['view-buckets', (bytes) => void bytes.writeUInt32LE(3, 16)],
  ['view-reserved', (bytes) => void bytes.writeUInt8(1, 30)],
  ['view-length', (bytes) => Buffer.concat([bytes, Buffer.alloc(4)])],
  ['view-short', (bytes) => bytes.subarray(0, 10)],
])('TraceViewData.dat: %s', async (code, change) => {
  const found = await refusal(changed('TraceViewData.dat', change));
  expect([found.code, found.entry]).toEqual([`upload/${code}`, 'TraceViewData.dat']);
});

const heads =
  'hour_start,duration_s,analysed_s,beats,hr_min,hr_mean,hr_max,sve,ve,pauses,longest_rr_ms,af_s,noise_s';
const rest = '3600,3600,60,50,60,70,0,0,0,900,0,0';
const summary = (...lines: string[]) => ({ 'SummaryData.csv': Buffer.from(lines.join('\r\n')) });

test.each([
  ['summary-column', summary(heads.replace(',ve', ',vx'), `2026-11-05T08:00:00Z,${rest}`), { column: 've' }],
  [
    'summary-number',
    summary(heads, `2026-11-05T08:00:00Z,${rest.replace('900', 'x')}`),
    { row: 2, column: 'longest_rr_ms' },
  ],
  ['summary-time', summary(heads, `2026-02-30T08:00:00Z,${rest}`), { row: 2, column: 'hour_start' }],
  [
    'summary-sequence',
    summary(heads, `2026-11-05T08:00:00Z,${rest}`, `2026-11-05T11:00:00Z,${rest}`),
    { row: 3, column: 'hour_start' },
  ],
  ['summary-text', { 'SummaryData.csv': Buffer.from([0xff, 0xfe, 0x41]) }, {}],
])('SummaryData.csv: %s', async (code, changes, place) => {
  const found = await refusal(changes);
  expect([found.code, found.entry]).toEqual([`upload/${code}`, 'SummaryData.csv']);
  expect(found.parameters).toMatchObject(place);
});

test.each([
  ['events-column', 'time,kind\r\n'],
  ['events-time', 'time,kind,note\r\nyesterday,button,\r\n'],
  ['events-kind', 'time,kind,note\r\n2026-11-05T08:00:00Z,fall,\r\n'],
  ['events-text', 'time,kind,note\r\n2026-11-05T08:00:00Z,button,"open\r\n'],
])('Events.csv: %s', async (code, table) => {
  const found = await refusal({ 'Events.csv': Buffer.from(table) });
  expect([found.code, found.entry]).toEqual([`upload/${code}`, 'Events.csv']);
});

test.each([
  ['pdf-magic', Buffer.from('no PDF')],
  ['pdf-magic', Buffer.concat([Buffer.alloc(2000, 0x20), Buffer.from('%PDF-1.7')])],
])('Report.pdf and Order.pdf: %s', async (code, bytes) => {
  for (const name of ['Report.pdf', 'Order.pdf']) {
    const found = await refusal({ [name]: bytes });
    expect([found.code, found.entry]).toEqual([`upload/${code}`, name]);
  }
});

test('a PDF that is encrypted', async () => {
  const document = new PDFDocument({ userPassword: 'secret', pdfVersion: '1.7' });
  const bytes = buffer(document);
  document.text('hidden').end();
  const found = await refusal({ 'Order.pdf': await bytes });
  expect([found.code, found.entry]).toEqual(['upload/pdf-encrypted', 'Order.pdf']);
});

test('the typed id must be the file’s', async () => {
  const found = await refusal(changed('TraceData.dat', (bytes) => void bytes.write('HN555556', 40)));
  expect([found.code, found.entry]).toEqual(['upload/hn-id-differs', 'TraceData.dat']);
});

test('the text names the position in each language, and only if there is one', () => {
  const place = { row: 3, column: 've' };
  expect(refusalDetail('upload/summary-number', place, 'en')).toMatch(/\(row 3, column ve\)$/);
  expect(refusalDetail('upload/summary-number', place, 'ja')).toMatch(/（3 行目、ve 列）$/);
  expect(refusalDetail('upload/summary-number', place, 'ko')).toMatch(/\(3행, ve 열\)$/);
  expect(refusalDetail('upload/summary-number', place, 'zh')).toMatch(/（第 3 行，ve 列）$/);
  expect(refusalDetail('upload/entry-crc', {}, 'en')).toBe('A file in the zip is damaged.');
  expect(refusalDetail(null, null, 'en')).toBeNull();
});
