/**
 * Tests over HTTP that a report prints names of every script, that characters without a font are named before a version
 * is made, and that a report is not signed while they are in the patient's name.
 */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { analysisWorld, type AnalysisWorld } from '../../testing/test-analysis.ts';
import { readPdf } from '../../testing/test-pdf.ts';
import { openTestPage, refusalCode } from '../../testing/test-reading.ts';
import { synthRecording } from '../uploads/test-zip.ts';

let world: AnalysisWorld;
let case_id: number;

const setCase = (values: Partial<typeof cases.$inferInsert>) =>
  world.db.update(cases).set(values).where(eq(cases.case_id, case_id));
const post = async (path: string, given: object) => {
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  const body = { version: row?.version, ...given };
  return world.call(`case/case/${String(case_id)}/${path}`, world.technician.token, { method: 'POST', body });
};
const make = (given: object = {}) => post('make-report', { language: 'en', amendment: '', ...given });

beforeAll(async () => {
  world = await analysisWorld();
  const { technician, bring, analyse, call } = world;
  case_id = await bring(synthRecording({ hn_id: 'HN590082', seconds: 90 }));
  await analyse(case_id);
  await setCase({ status: 'start', technician_id: technician.id, requested_date: new Date() });
  const page = await openTestPage(call, technician.token, case_id);
  await page.editLock('take');
  const [first = 0] = page.base.beats.samples;
  const strip = { kind: 'add_strip', order: 1, start_sample: first, end_sample: first + 1000 } as const;
  const caption = 'Sıkıştırılmış şerit';
  expect((await page.send(page.batch(page.opened(), [{ ...strip, caption }]))).status).toBe(200);
});

const patients = [
  ['Grażyna', 'Dąbrowska-Źrałek'],
  ['Şükrü', 'Yıldırım'],
  ['Βασιλική', 'Χατζηγεωργίου'],
  ['Їванна', 'Ґудзь'],
  ['Phượng', 'Đặng'],
  ['לאה', 'גולן'],
  ['فاطمة', 'حسن'],
  ['花子', '髙﨑'],
] as const;

test.each(patients)('%s %s is on the report and on the page for the patient', async (first, last) => {
  await setCase({ patient_first_name: first, patient_last_name: last });
  const path = `case/case/${String(case_id)}/report`;
  for (const page of ['preview?language=ja', 'patient-page?language=en&of=reading']) {
    const answer = await world.call(`${path}/${page}`, world.technician.token);
    expect(answer.status).toBe(200);
    const { pages } = await readPdf(await answer.arrayBuffer());
    const text = pages.map((one) => one.text).join(' ');
    expect(text).not.toContain('〓');
    for (const word of `${first} ${last}`.split('-'))
      for (const one of word.split(' ')) expect(text).toContain(one);
  }
});

test('names of institution and user are printed too', async () => {
  const { db, technician, call } = world;
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  await db.update(users).set({ name: 'Zoë Ştefănescu' }).where(eq(users.id, technician.id));
  await db
    .update(userGroups)
    .set({ name: 'Szpital Świętej Łucji' })
    .where(eq(userGroups.id, row?.hospital_id ?? 0));
  const answer = await call(`case/case/${String(case_id)}/report/preview?language=ko`, technician.token);
  const { pages } = await readPdf(await answer.arrayBuffer());
  const text = pages.map((one) => one.text).join(' ');
  for (const word of ['Ştefănescu', 'Świętej', 'Łucji', 'Sıkıştırılmış']) expect(text).toContain(word);
  expect(text).not.toContain('〓');
});

test('characters without a font are named by field before a version is made, and a patient’s are never signed', async () => {
  const { password } = world;
  await setCase({
    patient_first_name: 'ᎠᎹ',
    patient_last_name: 'Łoś',
    technician_comment: 'Sinus rhythm 🏥 żółty',
  });
  const refused = await make();
  expect(refused.status).toBe(406);
  expect(await refused.json()).toMatchObject({
    code: 'report/unprintable',
    fields: { 'characters.patient': 'Ꭰ Ꮉ', 'characters.conclusion': '🏥' },
  });
  expect((await make({ keep_unprintable: true })).status).toBe(200);
  const complete = { password, open_words: 'checked' };
  await setCase({ status: 'review' });
  const unsigned = await post('complete', complete);
  expect(refusalCode.parse(await unsigned.json()).code).toBe('report/name-unprintable');

  await setCase({ status: 'start', patient_first_name: 'Ama' });
  expect(await (await make()).json()).toMatchObject({
    code: 'report/unprintable',
    fields: { 'characters.conclusion': '🏥' },
  });
  expect((await make({ keep_unprintable: true })).status).toBe(200);
  await setCase({ status: 'review' });
  expect((await post('complete', complete)).status).toBe(200);
});
