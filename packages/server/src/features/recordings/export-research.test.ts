/** Tests that research exports contain the signal and its annotations, and nothing that names a patient or a real date. */
import { readRecording, type SourceFile } from '@rhythmdesk/ecg/formats/read-recording';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { agreements, agreementWithdrawals } from '../../platform/db/schema/agreements.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { researchSubjects } from '../../platform/db/schema/research.ts';
import { analysisWorld, type AnalysisWorld } from '../../testing/test-analysis.ts';
import { synthRecording } from '../uploads/test-zip.ts';
import { researchSource } from './export-research.ts';

let world: AnalysisWorld;
let token: string;
let case_id: number;
const given = synthRecording({ hn_id: 'HN310001', seconds: 61, patient: 'ventricular', labels: ['I', 'II'] });
const confirmed = '2026-03-04T05:06:07Z';
const patient = {
  ...{ patient_id: 'P-QQ77', patient_last_name: 'Quincyname', patient_first_name: 'Minjiname' },
  ...{ gender: 'female', birth_date: '1921-07-12', phone_number: '0398765432' },
  ...{ comment: 'Freetext', technician_comment: 'Conclusiontext' },
};

beforeAll(async () => {
  world = await analysisWorld();
  const office = await world.addGroup('admin', 'Officename');
  token = (await world.addUser('researchadmin', 'ADMIN', office)).token;
  case_id = await world.bring(given);
  await world.analyse(case_id);
  const status = 'complete';
  const dates = { requested_date: new Date(confirmed), confirmed_date: new Date(confirmed) };
  await world.db
    .update(cases)
    .set({ ...patient, ...dates, status, technician_id: world.technician.id })
    .where(eq(cases.case_id, case_id));
  const [row] = await world.db.select().from(recordings).where(eq(recordings.case_id, case_id));
  const time = new Date((row?.start_ms ?? 0) + 5_000).toISOString();
  await world.db
    .update(recordings)
    .set({ events: [{ time, kind: 'diary', note: 'Diarytext' }] })
    .where(eq(recordings.case_id, case_id));
});

const ask = (format: string, who = token) =>
  world.call(`privacy/research/export?from_time=2026-03-01&to_time=2026-03-31&format=${format}`, who);

async function take(format: string): Promise<SourceFile[]> {
  const answer = await ask(format);
  if (answer.status !== 200) throw new Error(await answer.text());
  return unzipped(new Uint8Array(await answer.arrayBuffer()));
}

async function unzipped(bytes: Uint8Array): Promise<SourceFile[]> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { checkCrc32: true, useWebWorkers: false });
  const files: SourceFile[] = [];
  for (const entry of await zip.getEntries()) {
    if (!entry.directory)
      files.push({ name: entry.filename, bytes: await entry.getData(new Uint8ArrayWriter()) });
  }
  return files;
}

/** Everything by which the patient, the case or the day could be found. */
async function namesOfPatient(): Promise<string[]> {
  const [row] = await world.db.select().from(recordings).where(eq(recordings.case_id, case_id));
  const start = new Date(row?.start_ms ?? 0);
  const [year, month, day] = start.toISOString().slice(0, 10).split('-');
  const shortMonth = start.toLocaleString('en', { month: 'short', timeZone: 'UTC' }).toUpperCase();
  return [
    ...['P-QQ77', 'Quincyname', 'Minjiname', '0398765432', 'Freetext', 'Conclusiontext', 'Diarytext'],
    ...['HN310001', 'Hospital', 'Center', 'Officename', '1921'],
    ...[`${String(year)}-${String(month)}-${String(day)}`, `${String(day)}/${String(month)}/${String(year)}`],
    `${String(day)}.${String(month)}.${String(year).slice(2)}`,
    `${String(day)}-${shortMonth}-${String(year)}`,
  ];
}

test.each(['wfdb', 'edf'])(
  '%s contains the samples, and no name, id, free text or real date',
  async (format) => {
    const files = await take(format);
    for (const name of await namesOfPatient()) {
      for (const file of files) {
        expect([name, file.name, Buffer.from(file.bytes).includes(name)]).toEqual([name, file.name, false]);
        expect(file.name).not.toContain(name);
      }
    }
    const recording = files.filter(({ name }) => !name.endsWith('.csv') && !name.endsWith('.txt'));
    const read = readRecording(recording, () => null);
    if (!read.ok) throw new Error(read.code);
    expect(
      Buffer.from(read.value.frames.buffer, read.value.frames.byteOffset, read.value.frames.byteLength),
    ).toEqual(Buffer.from(given.frames.buffer));
    const texts = format === 'edf' ? read.value.notes.map(({ text }) => text) : [];
    expect(texts.filter((text) => text.startsWith('Diary'))).toEqual(format === 'edf' ? ['Diary entry'] : []);
  },
);

test('all dates of a patient have the same shift of whole weeks, also in the next export', async () => {
  const starts = await Promise.all(
    ['wfdb', 'edf'].map(async (format) => {
      const files = (await take(format)).filter(({ name }) => !/\.(csv|txt)$/.test(name));
      const read = readRecording(files, () => null);
      return read.ok ? read.value.start_ms : null;
    }),
  );
  const [row] = await world.db.select().from(recordings).where(eq(recordings.case_id, case_id));
  const [subject] = await world.db.select().from(researchSubjects);
  const hospitalAhead = 9 * 3_600_000;
  const expected = (row?.start_ms ?? 0) + hospitalAhead + (subject?.shift_days ?? 0) * 86_400_000;
  expect(starts.map((start) => Math.floor((start ?? 0) / 1000))).toEqual(
    starts.map(() => Math.floor(expected / 1000)),
  );
  expect(Math.abs((subject?.shift_days ?? 1) % 7)).toBe(0);
  expect(subject?.shift_days).toBeLessThanOrEqual(-364);
  expect(await world.db.$count(researchSubjects)).toBe(1);
});

test('the table states the age, from 90 on as 90', async () => {
  const table = (await take('wfdb')).find(({ name }) => name === 'records.csv');
  const [, line = ''] = new TextDecoder().decode(table?.bytes).split('\r\n');
  expect(line).toMatch(/^S[0-9A-F]{10},S[0-9A-F]{10}_1,F,90,\d{4}-\d\d-\d\dT[\d:]{8},61,250,I II,yes$/);
});

test('it needs its own permission and is in the audit log with its cases', async () => {
  for (const who of [world.doctor.token, world.technician.token])
    expect((await ask('wfdb', who)).status).toBe(403);
  await take('edf');
  await world.serving.audit.flush();
  const rows = await world.db.select().from(auditLog).where(eq(auditLog.action, 'research.export'));
  const done = rows.filter(({ outcome }) => outcome === 'done');
  expect(done.at(-1)).toMatchObject({ case_ids: [case_id], target: 'research/2026-03-01/2026-03-31: edf' });
});

test('a withdrawn consent ends the use for research, also of an export that has begun', async () => {
  const caller = { user_group: { time_zone: 'Asia/Tokyo' } };
  const input = { format: 'edf', from_time: '2026-03-01', to_time: '2026-03-31' } as const;
  const begun = await researchSource(world.analysis, { caller, input });
  const [agreement] = await world.db
    .insert(agreements)
    .values({
      ...{ case_id, agree_type: 'PAPER', language: 'en', text_version: '1', text_sha256: 'a'.repeat(64) },
      agreed_at: new Date(),
    })
    .returning();
  const agreement_id = agreement?.agreement_id ?? 0;
  const withdrawn_by = world.doctor.id;
  await world.db
    .insert(agreementWithdrawals)
    .values({ agreement_id, reason: 'asked', withdrawn_by, withdrawn_at: new Date() });
  const bytes: Uint8Array[] = [];
  for await (const piece of begun.pieces(new AbortController().signal)) bytes.push(piece.bytes);
  const files = await unzipped(Buffer.concat(bytes));
  expect(files.map(({ name }) => name)).toEqual(['records.csv', 'README.txt']);
  expect(new TextDecoder().decode(files[0]?.bytes)).toMatch(/^subject,record,.*\r\n$/);
  expect((await ask('wfdb')).status).toBe(404);
});
