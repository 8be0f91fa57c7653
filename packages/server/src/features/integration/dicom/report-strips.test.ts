/** Tests the strips of a report as DICOM objects: what the report names, what they contain, and who gets them. */
import { parseDicom } from '@rhythmdesk/ecg/formats/dicom-bytes';
import type { DicomItem } from '@rhythmdesk/ecg/formats/dicom-item';
import { readDicom } from '@rhythmdesk/ecg/formats/dicom-waveform';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { recordings } from '../../../platform/db/schema/recordings.ts';
import { testDatabase } from '../../../platform/db/test-database.ts';
import { caseWithStrips, testFrames, testHz, testLeads } from '../../../testing/test-strips.ts';
import { startWebPart } from '../../../testing/test-web-part.ts';
import { tenantsOf } from '../../../testing/test-two-centers.ts';

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
const strips = [
  { strip: 2, start_sample: 500, end_sample: 3_000, caption: 'AF with pause' },
  { strip: 5, start_sample: 6_001, end_sample: 9_000 },
];

let world: Awaited<ReturnType<typeof tenantsOf>>;
beforeAll(async () => {
  world = await tenantsOf(await startWebPart(await testDatabase()));
});

const newCase = (): Promise<number> => caseWithStrips(world, pdf, strips);

async function take(case_id: number): Promise<{ name: string; bytes: Uint8Array }[]> {
  const path = `case/case/${String(case_id)}/report/dicom/files`;
  const answer = await world.call(path, world.person('doctor').token);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(await answer.arrayBuffer())));
  const files = [];
  for (const entry of await zip.getEntries())
    if (!entry.directory)
      files.push({ name: entry.filename, bytes: await entry.getData(new Uint8ArrayWriter()) });
  return files;
}

function setOf(bytes: Uint8Array | undefined): DicomItem {
  const file = parseDicom(bytes ?? new Uint8Array());
  if (file === null) throw new Error('no DICOM');
  expect(file.flaws()).toEqual([]);
  return file.set;
}

const text = (item: DicomItem | undefined, tag: string): string =>
  new TextDecoder().decode(item?.bytes(tag) ?? new Uint8Array()).replace(/[\0 ]+$/, '');

test('the strips of a report are waveforms of its study, which it names', async () => {
  const files = await take(await newCase());
  expect(files.map(({ name }) => name)).toEqual(['report.dcm', 'strip-1.dcm', 'strip-2.dcm']);
  const [report, ...sets] = files.map(({ bytes }) => setOf(bytes));
  const named = report?.items('00420013') ?? [];
  expect(named.map((item) => [text(item, '00081150'), text(item, '00081155')])).toEqual(
    sets.map((set) => [text(set, '00080016'), text(set, '00080018')]),
  );
  for (const set of sets) {
    expect(text(set, '0020000d')).toBe(text(report, '0020000d'));
    expect(text(set, '00080016')).toBe('1.2.840.10008.5.1.4.1.1.9.1.2');
  }
});

test('a strip has the samples of its place, and begins at its time', async () => {
  const [, ...files] = await take(await newCase());
  const all = testFrames();
  for (const [at, { start_sample, end_sample }] of strips.entries()) {
    const read = readDicom(files[at]?.bytes ?? new Uint8Array());
    if (!read.ok) throw new Error(read.code);
    const { leads, start_ms } = read.value;
    expect(start_ms).toBe(Date.parse('2026-11-05T00:00:00Z') + (1000 * start_sample) / testHz);
    const expected = testLeads.map((_label, lead) =>
      Array.from(
        { length: end_sample - start_sample },
        (_none, i) => all[testLeads.length * (start_sample + i) + lead],
      ),
    );
    expect(leads.map((lead) => [...lead.samples])).toEqual(expected);
  }
});

test('without the signal the report is given alone, and names the same strips', async () => {
  const case_id = await newCase();
  const [before] = await take(case_id);
  await world.db.update(recordings).set({ purged_at: new Date() }).where(eq(recordings.case_id, case_id));
  const after = await take(case_id);
  expect(after.map(({ name }) => name)).toEqual(['report.dcm']);
  expect(after[0]?.bytes).toEqual(before?.bytes);
});

test('whoever may read the report may have its strips', async () => {
  const case_id = await newCase();
  for (const { name, token } of world.people.values()) {
    const path = `case/case/${String(case_id)}/report`;
    const pages = await world.call(path, token);
    const objects = await world.call(`${path}/dicom/files`, token);
    expect([name, objects.status]).toEqual([name, pages.status]);
  }
});
