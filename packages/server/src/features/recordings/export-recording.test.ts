/** Exports a case's recording in each format and tests that our own readers read back the same data. */
import { analysisSummary } from '@rhythmdesk/contract/analysis';
import { readRecording, type SourceFile } from '@rhythmdesk/ecg/formats/read-recording';
import { parseDicom } from '@rhythmdesk/ecg/formats/dicom-bytes';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { synthRecording } from '../uploads/test-zip.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { analyses } from '../../platform/db/schema/analysis.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { analysisWorld, type AnalysisWorld } from '../../testing/test-analysis.ts';
import { openTestPage } from '../../testing/test-reading.ts';

let world: AnalysisWorld;
let case_id: number;
let analysed: number;
const none = () => null;
const given = synthRecording({
  hn_id: 'HN300001',
  seconds: 301.5,
  patient: 'ventricular',
  labels: ['I', 'II'],
});

beforeAll(async () => {
  world = await analysisWorld();
  given.frames.fill(NO_SIGNAL, 40_000, 50_001);
  // Two gaps that are listed as one, because the signal between them is shorter than a second.
  given.frames.fill(NO_SIGNAL, 60_000, 60_400);
  given.frames.fill(NO_SIGNAL, 60_500, 61_000);
  case_id = await world.bring(given);
  await world.analyse(case_id);
  analysed = (await world.beatsOf(case_id, 1)).beats.samples.length;
  const patient = {
    patient_id: 'P-7',
    patient_last_name: 'Kim',
    patient_first_name: 'Minji',
    gender: 'female',
  };
  await world.db
    .update(cases)
    .set({ ...patient, birth_date: '1954-03-12' })
    .where(eq(cases.case_id, case_id));
});

async function take(format: string, token = world.doctor.token, id = case_id) {
  const answer = await world.call(`recording/${String(id)}/export?format=${format}`, token);
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

async function unzip(bytes: Uint8Array): Promise<SourceFile[]> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { checkCrc32: true, useWebWorkers: false });
  const files: SourceFile[] = [];
  for (const entry of await zip.getEntries()) {
    if (!entry.directory)
      files.push({ name: entry.filename, bytes: await entry.getData(new Uint8ArrayWriter()) });
  }
  return files;
}

const sameSamples = (frames: Int16Array): boolean =>
  Buffer.from(frames.buffer, frames.byteOffset, frames.byteLength).equals(Buffer.from(given.frames.buffer));

test('EDF+ has samples, gaps, beats, patient and the hospital’s time', async () => {
  const { answer, bytes } = await take('edf-beats');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=HN300001-beats.edf');
  const read = readRecording([{ name: 'a.edf', bytes }], none);
  if (!read.ok) throw new Error(read.code);
  expect(sameSamples(read.value.frames)).toBe(true);
  expect(read.value.notes.filter(({ text }) => text.length === 1).length).toBe(analysed);
  const [row] = await world.db.select().from(recordings).where(eq(recordings.case_id, case_id));
  const hoursAhead = ((read.value.start_ms ?? 0) - (row?.start_ms ?? 0)) / 3.6e6;
  expect(hoursAhead).toBe(9);
  const head = new TextDecoder('latin1').decode(bytes.subarray(8, 168));
  expect(head.slice(0, 80).trim()).toBe('P-7 F 12-MAR-1954 Kim_Minji');
  expect(head.slice(80)).toContain('HN300001');
});

test('EDF+ without beats leaves out the records without a signal, and has no value for them', async () => {
  const { answer, bytes } = await take('edf');
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=HN300001.edf');
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 256));
  expect(head.slice(192, 197)).toBe('EDF+D');
  // Of 302 records of a second, those are left out in which no lead has a signal.
  const gap = [40_000 / 2, 50_000 / 2].map((sample) => sample / 250);
  const left = Math.floor(gap[1] ?? 0) - Math.ceil(gap[0] ?? 0);
  expect(Number(head.slice(236, 244))).toBe(302 - left);
  const read = readRecording([{ name: 'a.edf', bytes }], none);
  if (!read.ok) throw new Error(read.code);
  expect(sameSamples(read.value.frames)).toBe(true);
  expect(read.value.notes.filter(({ text }) => text.length === 1)).toEqual([]);
});

test('EDF+ in one piece has every record, and no outlier where no lead has a signal', async () => {
  const { answer, bytes } = await take('edf-continuous');
  expect(answer.headers.get('content-disposition')).toContain('filename=HN300001-continuous.edf');
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 256));
  expect([head.slice(192, 197), Number(head.slice(236, 244))]).toEqual(['EDF+C', 302]);
  const read = readRecording([{ name: 'a.edf', bytes }], none);
  if (!read.ok) throw new Error(read.code);
  expect(sameSamples(read.value.frames)).toBe(true);
});

test('WFDB has samples, sums and beats', async () => {
  const { answer, bytes } = await take('wfdb');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=HN300001-wfdb.zip');
  const files = await unzip(bytes);
  expect(files.map(({ name }) => name)).toEqual(['HN300001.dat', 'HN300001.hea', 'HN300001.atr']);
  const read = readRecording(files, none);
  if (!read.ok) throw new Error(read.code);
  expect(sameSamples(read.value.frames)).toBe(true);
  expect(read.value.annotations?.filter(({ code }) => code < 14).length).toBe(analysed);
});

test('DICOM has samples, leads, the time with its zone and the patient', async () => {
  const { answer, bytes } = await take('dicom');
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=HN300001-ecg.dcm');
  const read = readRecording([{ name: 'a.dcm', bytes }], none);
  if (!read.ok) throw new Error(read.code);
  expect(sameSamples(read.value.frames)).toBe(true);
  const [row] = await world.db.select().from(recordings).where(eq(recordings.case_id, case_id));
  expect([read.value.start_ms, read.value.start_has_zone]).toEqual([row?.start_ms, true]);
  const { set } = parseDicom(bytes) ?? {};
  const said = new TextDecoder().decode(set?.bytes('00100010') ?? new Uint8Array());
  expect(said.trim()).toBe('Kim^Minji');
});

test('tables have a row for each beat', async () => {
  const files = await unzip((await take('csv')).bytes);
  const names = ['results.csv', 'beats.csv', 'episodes.csv', 'hours.csv'];
  expect(files.map(({ name }) => name)).toEqual(names);
  const lines = new TextDecoder().decode(files[1]?.bytes).trim().split('\r\n');
  expect(lines.length).toBe(1 + analysed);
});

test('tables contain every episode, also those that the analysis does not list', async () => {
  const episodes = async () => {
    const files = await unzip((await take('csv')).bytes);
    return new TextDecoder().decode(files.find(({ name }) => name === 'episodes.csv')?.bytes);
  };
  const all = await episodes();
  expect(all.trim().split('\r\n').length).toBeGreaterThan(1);
  const [row] = await world.db.select().from(analyses).where(eq(analyses.case_id, case_id));
  if (row === undefined) throw new Error('no analysis');
  const summary = { ...analysisSummary.parse(row.summary), episodes: [], episodes_left_out: 9 };
  const { analysis_id: _, analysis_version, ...rest } = row;
  await world.db.insert(analyses).values({ ...rest, analysis_version: analysis_version + 1, summary });
  expect(await episodes()).toBe(all);
});

test('another format, a colleague’s case, no analysis and past retention are refused; each export is audited', async () => {
  expect((await take('xml')).answer.status).toBe(422);
  expect((await take('edf', world.technician.token)).answer.status).toBe(406);
  const bare = await world.bring(synthRecording({ hn_id: 'HN300002', seconds: 30 }));
  expect((await take('csv', world.doctor.token, bare)).answer.status).toBe(406);
  expect((await take('edf', world.doctor.token, bare)).answer.status).toBe(200);
  await world.db.update(recordings).set({ purged_at: new Date() }).where(eq(recordings.case_id, bare));
  expect((await take('edf', world.doctor.token, bare)).answer.status).toBe(410);
  const rows = await world.db.select().from(auditLog).where(eq(auditLog.action, 'recording.export'));
  expect(rows.map(({ target, code, case_id: of }) => [target, code, of])).toEqual([
    ['edf-beats', null, case_id],
    ['edf', null, case_id],
    ['edf-continuous', null, case_id],
    ['wfdb', null, case_id],
    ['dicom', null, case_id],
    ...[1, 2, 3].map(() => ['csv', null, case_id]),
    ['exportRecording', 'case/not-yours', case_id],
    ['edf', null, bare],
  ]);
});

test('WFDB says whether a reader changed the analysis', async () => {
  const read = await world.bring(synthRecording({ hn_id: 'HN300003', seconds: 30 }));
  await world.analyse(read);
  const working = { status: 'start', technician_id: world.technician.id, requested_date: new Date() };
  await world.db.update(cases).set(working).where(eq(cases.case_id, read));
  const header = async () => {
    const files = await unzip((await take('wfdb', world.doctor.token, read)).bytes);
    return new TextDecoder().decode(files.find(({ name }) => name.endsWith('.hea'))?.bytes);
  };
  expect(await header()).toContain(
    '# Annotations: automatic analysis by Rhythmdesk, not changed by a reader',
  );
  const page = await openTestPage(world.call, world.technician.token, read);
  await page.editLock('take');
  const [first = 0] = page.base.beats.samples;
  const change = { kind: 'relabel_beats', beats: { by: 'list', samples: [first] }, label: 'V' } as const;
  expect((await page.send(page.batch(page.opened(), [change]))).status).toBe(200);
  expect(await header()).toContain('# Annotations: automatic analysis by Rhythmdesk, changed by its readers');
});
