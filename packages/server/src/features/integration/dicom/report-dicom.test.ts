/** Tests the download of a report as a DICOM object: what it contains, and who gets it. */
import { parseDicom } from '@rhythmdesk/ecg/formats/dicom-bytes';
import type { DicomItem } from '@rhythmdesk/ecg/formats/dicom-item';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { cases } from '../../../platform/db/schema/cases.ts';
import { testDatabase } from '../../../platform/db/test-database.ts';
import { refusalCode } from '../../../testing/test-reading.ts';
import { reportedCase } from '../../../testing/test-reported.ts';
import { startWebPart } from '../../../testing/test-web-part.ts';
import { tenantsOf } from '../../../testing/test-two-centers.ts';

/** Its length is odd. */
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');

let world: Awaited<ReturnType<typeof tenantsOf>>;
beforeAll(async () => {
  world = await tenantsOf(await startWebPart(await testDatabase()));
});

const ask = (case_id: number, name: string, path = 'report/dicom'): Promise<Response> =>
  world.call(`case/case/${String(case_id)}/${path}`, world.person(name).token);

async function download(case_id: number, name: string): Promise<{ bytes: Buffer; set: DicomItem }> {
  const answer = await ask(case_id, name);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/dicom']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const file = parseDicom(bytes);
  expect(file?.flaws()).toEqual([]);
  if (file === null) throw new Error('no DICOM');
  return { bytes, set: file.set };
}

const text = (set: DicomItem, tag: string): string =>
  new TextDecoder().decode(set.bytes(tag) ?? new Uint8Array()).replace(/[\0 ]+$/, '');

test('a released report is an Encapsulated PDF of its patient and study, the same for everyone', async () => {
  const case_id = await reportedCase(world, pdf);
  const named = { patient_id: 'P-7', patient_last_name: '김', patient_first_name: '민수' };
  await world.db.update(cases).set(named).where(eq(cases.case_id, case_id));
  const { bytes, set } = await download(case_id, 'doctor');
  expect({
    class: text(set, '00080016'),
    charset: text(set, '00080005'),
    name: text(set, '00100010'),
    id: text(set, '00100020'),
    birth: text(set, '00100030'),
    sex: text(set, '00100040'),
    study_date: text(set, '00080020'),
    zone: text(set, '00080201'),
    verified: text(set, '0040a493'),
    type: text(set, '00420012'),
  }).toEqual({
    class: '1.2.840.10008.5.1.4.1.1.104.1',
    charset: 'ISO_IR 192',
    name: '김^민수==김^민수',
    id: 'P-7',
    birth: '19540312',
    sex: 'F',
    study_date: '20261105',
    zone: '+0900',
    verified: 'VERIFIED',
    type: 'application/pdf',
  });
  expect(text(set, '00420010')).toContain(text(set, '00200010'));
  const document = set.bytes('00420011') ?? new Uint8Array();
  expect(document.length).toBe(pdf.length + 1);
  expect(Buffer.from(document.subarray(0, pdf.length)).equals(pdf)).toBe(true);
  expect(set.bytes('00420015')?.[0]).toBe(pdf.length);
  const other = await download(case_id, 'technician');
  expect(other.bytes.equals(bytes)).toBe(true);
});

test('two cases are two studies', async () => {
  const [first, second] = [await reportedCase(world, pdf), await reportedCase(world, pdf)];
  const [one, other] = [await download(first, 'doctor'), await download(second, 'doctor')];
  for (const tag of ['00080018', '0020000d', '0020000e'])
    expect(text(one.set, tag)).not.toBe(text(other.set, tag));
});

test('whoever may read the report may read it as DICOM', async () => {
  const case_id = await reportedCase(world, pdf);
  for (const { name } of world.people.values()) {
    const pages = await ask(case_id, name, 'report');
    const object = await ask(case_id, name);
    expect([name, object.status]).toEqual([name, pages.status]);
  }
});

test('a report in progress is refused', async () => {
  const case_id = await reportedCase(world, pdf, 'review');
  const refused = await ask(case_id, 'technician', 'report/dicom?report_version=1');
  expect(refusalCode.parse(await refused.json()).code).toBe('report/not-released');
  for (const name of ['doctor', 'technician'])
    expect(refusalCode.parse(await (await ask(case_id, name)).json()).code).toBe('report/none');
});

test('a patient ID that DICOM cannot store is refused, not changed', async () => {
  const case_id = await reportedCase(world, pdf);
  await world.db.update(cases).set({ patient_id: 'P\\7' }).where(eq(cases.case_id, case_id));
  const refused = await ask(case_id, 'doctor');
  expect(refusalCode.parse(await refused.json()).code).toBe('report/patient-id-unfit');
});
