/** Tests the page for the patient over HTTP: of the reading as a draft, and of a released version for the hospital. */
import { reportDocument } from '@rhythmdesk/contract/report-document';
import { routes } from '@rhythmdesk/contract/routes';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { eq } from 'drizzle-orm';
import { getDocument } from 'unpdf/pdfjs';
import { beforeAll, expect, test } from 'vitest';
import { patientWords } from './patient-words.ts';
import { printedPages } from './printed-pages.ts';
import { fibrillationSentences, plainRhythm } from './patient-page.ts';
import { synthRecording } from '../uploads/test-zip.ts';
import { cases, reportVersions } from '../../platform/db/schema/cases.ts';
import { analysisWorld, type AnalysisWorld } from '../../testing/test-analysis.ts';
import { refusalCode } from '../../testing/test-reading.ts';

async function textOf(bytes: ArrayBuffer): Promise<{ text: string; pages: number }> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  const pages = document.numPages;
  await task.destroy();
  return {
    text: items
      .map((item) => ('str' in item ? item.str : ''))
      .join('')
      .replaceAll(/\s/g, ''),
    pages,
  };
}
const bare = (text: string): string => text.replaceAll(/\s/g, '');

let world: AnalysisWorld;
let case_id: number;

beforeAll(async () => {
  world = await analysisWorld();
  const { bring, analyse, db, technician } = world;
  case_id = await bring(
    synthRecording({ hn_id: 'HN320009', seconds: 300, patient: 'ventricular', labels: ['I'] }),
  );
  await analyse(case_id);
  await db
    .update(cases)
    .set({ status: 'start', technician_id: technician.id, requested_date: new Date() })
    .where(eq(cases.case_id, case_id));
});

test('one page in each language has the report’s figures; a draft says so; the hospital reads the released one', async () => {
  const { db, technician, doctor, call } = world;
  const path = `case/case/${String(case_id)}/report`;
  const ask = (token: string, language: string, of: string) =>
    call(`${path}/patient-page?language=${language}&of=${of}`, token);
  const read = reportDocument.parse(
    await (await call(`${path}/document?language=en`, technician.token)).json(),
  );
  const { v, rate } = read.figures.summary;
  for (const language of languages) {
    const answer = await ask(technician.token, language, 'reading');
    expect([language, answer.status]).toEqual([language, 200]);
    const { text, pages } = await textOf(await answer.arrayBuffer());
    expect(pages).toBe(1);
    expect(text).toContain(bare(patientWords[language].title));
    expect(text).toContain(bare(patientWords[language].draft));
    expect(text).toContain(bare(patientWords[language].no_af));
    expect(text).toContain(bare(patientWords[language].urgent));
    expect(text).toContain(String(v.beats));
    expect(text).toContain(String(Math.round(rate.mean_bpm ?? 0)));
  }
  const early = await ask(technician.token, 'en', 'version');
  expect(refusalCode.parse(await early.json()).code).toBe('report/none');
  expect((await ask(doctor.token, 'en', 'reading')).status).toBe(406);
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  const made = await call(`case/case/${String(case_id)}/make-report`, technician.token, {
    method: 'POST',
    body: { version: row?.version, language: 'ko' },
  });
  routes.makeReport.output.parse(await made.json());
  await db.update(reportVersions).set({ released_at: new Date() }).where(eq(reportVersions.case_id, case_id));
  const released = await ask(doctor.token, 'zh', 'version');
  expect(released.status).toBe(200);
  const { text } = await textOf(await released.arrayBuffer());
  expect(text).toContain(bare(patientWords.zh.title));
  expect(text).not.toContain(bare(patientWords.zh.draft));
});

test.each([
  [['vt', 'af'], 120, 0, 'lower'],
  [['brady', 'pause'], 40, 0, 'pause'],
  [['brady'], 48, 2, 'extra'],
  [['af'], 90, 3, 'af'],
  [['noise'], null, 0, 'unread'],
  [[], 70, 0, 'usual'],
] as const)('%j at %s with %s extra beats is described as “%s”', (kinds, bpm, v, said) => {
  expect(plainRhythm({ sample: 0, kinds: [...kinds], bpm, s: 0, v })).toBe(said);
});

test.each([
  [0, 0, ['no_af']],
  [2, 0, ['af']],
  [0, 1, ['afl']],
  [2, 1, ['af', 'afl']],
] as const)('%s episodes of fibrillation and %s of flutter give the sentences %j', (af, afl, said) => {
  expect(fibrillationSentences(af, afl)).toEqual(said);
});

test('an assignee who did not read is not named on the report as reader', async () => {
  const { technician, call } = world;
  const answer = await call(`case/case/${String(case_id)}/report/document?language=en`, technician.token);
  const unread = reportDocument.parse(await answer.json());
  const read = { ...unread, figures: { ...unread.figures, sequence: 1 } };
  const name = unread.technician?.name;
  expect(printedPages(unread, [], null).people).toContainEqual({ label: 'Assigned to', name, time: '' });
  expect(printedPages(read, [], null).people).toContainEqual({
    label: 'Read by',
    name,
    time: '',
  });
});
