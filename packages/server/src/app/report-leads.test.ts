/** Leads on paper: up to eleven are all there; of twelve a strip shows three and says so. */
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { eq } from 'drizzle-orm';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { synthRecording } from '../features/uploads/test-zip.ts';
import { cases } from '../platform/db/schema/cases.ts';
import { analysisWorld } from './test-analysis.ts';
import { openTestPage } from './test-reading.ts';

const shown = {
  en: 'I, II, III (3 of 12 leads)',
  ja: 'I, II, III（全 12 誘導中 3 誘導）',
  ko: 'I, II, III(전체 유도 12개 중 3개)',
  zh: 'I, II, III（共 12 个导联，此处 3 个）',
};
const bare = (text: string): string => text.replaceAll(/\s/g, '');

async function textOf(bytes: ArrayBuffer): Promise<string> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false });
  const document = await task.promise;
  const texts: string[] = [];
  for (let at = 1; at <= document.numPages; at += 1) {
    const { items } = await (await document.getPage(at)).getTextContent();
    texts.push(...items.map((item) => ('str' in item ? item.str : '')));
  }
  await task.destroy();
  return bare(texts.join(''));
}

async function printedOf(hn_id: string, labels: string[], read: readonly Language[]): Promise<string[]> {
  const { bring, analyse, db, technician, call } = await analysisWorld();
  const case_id = await bring(synthRecording({ hn_id, seconds: 60, patient: 'ventricular', labels }));
  await analyse(case_id);
  await db
    .update(cases)
    .set({ status: 'start', technician_id: technician.id, requested_date: new Date() })
    .where(eq(cases.case_id, case_id));
  const page = await openTestPage(call, technician.token, case_id);
  await page.pen('take');
  const strip = {
    kind: 'add_strip',
    start_sample: 1000,
    end_sample: 2500,
    caption: 'kept',
    order: 1,
  } as const;
  expect((await page.send(page.batch(page.opened(), [strip]))).status).toBe(200);
  const printed: string[] = [];
  for (const language of read) {
    const path = `case/case/${String(case_id)}/report/preview?language=${language}`;
    const answer = await call(path, technician.token);
    expect(answer.status).toBe(200);
    printed.push(await textOf(await answer.arrayBuffer()));
  }
  return printed;
}

const standard = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'];

test('a strip of a recording of twelve leads says that it shows three of them', async () => {
  const printed = await printedOf('HN320011', standard, languages);
  for (const [i, language] of languages.entries()) expect(printed[i]).toContain(bare(shown[language]));
});

test('a strip of a recording of eleven leads shows all of them', async () => {
  const [printed] = await printedOf('HN320012', standard.slice(0, 11), ['en']);
  expect(printed).toContain(bare(`${standard.slice(0, 11).join(', ')} · 25 mm/s`));
});
