/** Tests each refusal of a zip in the recording format's page, with the entry that it names. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDiskStore } from '../../platform/files/disk-store.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { readZip } from './read-zip.ts';
import { recordingFiles, type NamedBytes } from './recording-zip.ts';
import { rawZip, synthRecording, type RawEntry } from './test-zip.ts';
import { UploadRefusal } from './upload-refusal.ts';

const limits = { entries: 64, expanded_bytes: 2 ** 24, ratio: 100 };
let folder: string;
let files: FileStore;
let good: NamedBytes[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
  files = await openDiskStore(path.join(folder, 'files'));
  good = await recordingFiles(synthRecording({ hn_id: 'HN555555', seconds: 10 }));
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

async function outcome(zip: Buffer): Promise<string> {
  const file = path.join(folder, 'zip');
  await writeFile(file, zip);
  try {
    await readZip(file, files, { hn_id: 'HN555555', limits });
    return 'read';
  } catch (fault) {
    if (!(fault instanceof UploadRefusal)) throw fault;
    return `${fault.code} ${fault.entry ?? '-'}`;
  }
}

/** Returns the good zip with one entry changed. */
function zipWith(name: string, header: Partial<RawEntry>): Buffer {
  return rawZip(good.map((entry) => (entry.name === name ? { ...entry, ...header } : entry)));
}
const extra = (entry: RawEntry): Buffer => rawZip([...good, entry]);
const text = Buffer.from('text');

test('the zip made in the test is valid when nothing is changed', async () => {
  expect(await outcome(rawZip(good))).toBe('read');
  expect(await outcome(rawZip(good.map((entry) => ({ ...entry, method: 0 }))))).toBe('read');
});

test.each([
  ['encrypted', 'upload/entry-encrypted', { flags: 0x0801 }],
  ['strongly encrypted', 'upload/entry-encrypted', { flags: 0x0841 }],
  ['a symbolic link', 'upload/entry-link', { mode: 0o120777 }],
  ['a character device', 'upload/entry-device', { mode: 0o020644 }],
  ['a block device', 'upload/entry-device', { mode: 0o060644 }],
  ['a pipe', 'upload/entry-device', { mode: 0o010644 }],
  ['a folder by its type only', 'upload/entry-device', { mode: 0o040755 }],
  ['packed in a foreign way', 'upload/entry-method', { method: 14 as const }],
  ['of a wrong checksum', 'upload/entry-crc', { crc: 12_345 }],
  ['smaller than it says', 'upload/entry-size', { stated_bytes: 9999 }],
  ['larger than it says', 'upload/entry-size', { stated_bytes: 100 }],
  ['of two names', 'upload/entry-name-differs', { local_name: 'Rapport.pdf' }],
])('an entry that is %s', async (_what, code, header) => {
  expect(await outcome(zipWith('Report.pdf', header))).toBe(`${code} Report.pdf`);
});

test.each([
  ['turned from right to left', 'upload/entry-name \ufffdfdp.exe', { name: '\u202efdp.exe', bytes: text }],
  ['with a NUL', 'upload/entry-name Order.pdf\ufffd.exe', { name: 'Order.pdf\0.exe', bytes: text }],
  ['with a line break', 'upload/entry-name a\ufffdb', { name: 'a\nb', bytes: text }],
  ['that climbs', 'upload/entry-name ../Order.pdf', { name: '../Order.pdf', bytes: text }],
  ['from the root', 'upload/entry-name /etc/passwd', { name: '/etc/passwd', bytes: text }],
  ['with a drive', 'upload/entry-name C:\\a', { name: 'C:\\a', bytes: text }],
  [
    'of bytes that are no UTF-8',
    'upload/entry-name',
    { name: 'x', raw_name: Buffer.from([0xff, 0x41]), bytes: text },
  ],
  ['in another case', 'upload/entry-spelling order.PDF', { name: 'order.PDF', bytes: text }],
  ['that nobody asked for', 'upload/entry-unexpected notes.txt', { name: 'notes.txt', bytes: text }],
  ['of a zip', 'upload/entry-nested-zip more.zip', { name: 'more.zip', bytes: text }],
  ['in another folder', 'upload/zip-folders b/Order.pdf', { name: 'b/Order.pdf', bytes: text }],
  ['twice', 'upload/entry-duplicate Report.pdf', { name: 'Report.pdf', bytes: text }],
])('a name %s', async (_what, expected, entry) => {
  expect(await outcome(extra(entry))).toContain(expected);
});

test('a case variant of an existing file is a wrong spelling, two folders deep is too deep', async () => {
  expect(await outcome(extra({ name: 'REPORT.PDF', bytes: text }))).toBe('upload/entry-spelling REPORT.PDF');
  const deep = good.map((entry) => ({ ...entry, name: `a/b/${entry.name}` }));
  expect(await outcome(rawZip(deep))).toBe('upload/zip-folders a/b/Report.pdf');
});

test('each required file is required', async () => {
  for (const { name } of good) {
    const others = rawZip(good.filter((entry) => entry.name !== name));
    expect(await outcome(others)).toBe(`upload/entry-missing ${name}`);
  }
});

test('a zip that hides in a PDF’s name is a nested zip', async () => {
  expect(await outcome(zipWith('Report.pdf', { bytes: rawZip(good) }))).toBe(
    'upload/entry-nested-zip Report.pdf',
  );
});

test('entries that share their bytes overlap', async () => {
  const zip = extra({ name: 'Order.pdf', bytes: good[0]?.bytes ?? text, local_name: 'x', same_place_as: 0 });
  expect(await outcome(zip)).toMatch(/^upload\/(zip-overlap|entry-name-differs) Order\.pdf$/);
});

test('a bomb of a thousand to one is refused by its declared and by its real size', async () => {
  const zeros = Buffer.alloc(10_000_000);
  expect(await outcome(zipWith('Report.pdf', { bytes: zeros }))).toBe('upload/zip-ratio Report.pdf');
  const lying = zipWith('Report.pdf', { bytes: zeros, stated_bytes: 5000 });
  expect(await outcome(lying)).toBe('upload/entry-size Report.pdf');
  const trace = zipWith('TraceData.dat', { bytes: zeros });
  expect(await outcome(trace)).toBe('upload/trace-magic TraceData.dat');
});

test('content above the limit is refused', async () => {
  const frames = Buffer.alloc(2 ** 24);
  expect(await outcome(zipWith('TraceData.dat', { bytes: frames }))).toBe('upload/zip-expanded-size -');
});

test('sixty thousand entries end at the sixty-fifth', async () => {
  const many = Array.from({ length: 60_000 }, (_none, at) => ({
    name: at < 65 ? `n${String(at)}` : `../n${String(at)}`,
    bytes: Buffer.alloc(0),
    method: 0 as const,
  }));
  expect(await outcome(rawZip(many))).toBe('upload/zip-entry-count -');
});

test('a cut zip, no zip, and extra bytes before or after it are refused', async () => {
  const whole = rawZip(good);
  expect(await outcome(whole.subarray(0, whole.length / 2))).toBe('upload/zip-truncated -');
  expect(await outcome(whole.subarray(0, whole.length - 1))).toMatch(
    /^upload\/zip-(truncated|unreadable) -$/,
  );
  expect(await outcome(Buffer.from('not a zip at all, though long enough to be looked at'))).toBe(
    'upload/zip-unreadable -',
  );
  expect(await outcome(Buffer.alloc(0))).toBe('upload/zip-unreadable -');
  expect(await outcome(Buffer.concat([text, whole]))).toMatch(/^upload\/zip-unreadable/);
  expect(await outcome(Buffer.concat([whole, text]))).toMatch(/^upload\/zip-unreadable/);
});

test('damaged compressed bytes, or an early end, are refused', async () => {
  const bytes = good.find(({ name }) => name === 'TraceData.dat')?.bytes ?? text;
  const damaged = rawZip(good);
  const at = damaged.indexOf('TraceData.dat') + 'TraceData.dat'.length + 200;
  damaged.fill(0xff, at, at + 40);
  expect(await outcome(damaged)).toMatch(/^upload\/(entry-crc|entry-size) TraceData\.dat$/);
  expect(bytes.length).toBeGreaterThan(1000);
});
