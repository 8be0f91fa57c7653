/**
 * Tests strips on paper: every lead is there, marks have their texts, and no text of a user is interpreted as markup.
 */
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { extremeEdits } from '@rhythmdesk/ecg/reading/extreme-strips';
import { createReadingFigures } from '@rhythmdesk/ecg/reading/reading-figures';
import { eq } from 'drizzle-orm';
import { getDocument } from 'unpdf/pdfjs';
import { expect, test } from 'vitest';
import { synthRecording } from '../uploads/test-zip.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { analysisWorld } from '../../testing/test-analysis.ts';
import { openTestPage } from '../../testing/test-reading.ts';

const bare = (text: string): string => text.replaceAll(/\s/g, '');

type Printed = { readonly text: string; readonly across: boolean };

async function pagesOf(bytes: ArrayBuffer): Promise<Printed[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const pages: Printed[] = [];
  for (let at = 1; at <= document.numPages; at += 1) {
    const page = await document.getPage(at);
    const { items } = await page.getTextContent();
    const [, , width = 0, height = 0] = page.view;
    const text = bare(items.map((item) => ('str' in item ? item.str : '')).join(''));
    pages.push({ text, across: width > height });
  }
  await task.destroy();
  return pages;
}

type Strip = Extract<ReadingEdit, { kind: 'add_strip' }>;
const kept: Strip = { kind: 'add_strip', start_sample: 1000, end_sample: 2500, caption: 'kept', order: 1 };

async function printedOf(
  hn_id: string,
  labels: string[],
  strips: readonly Strip[] | ((page: TestPage) => readonly ReadingEdit[]),
  read: readonly Language[] = ['en'],
): Promise<Printed[][]> {
  const { bring, analyse, db, technician, call } = await analysisWorld();
  const case_id = await bring(synthRecording({ hn_id, seconds: 60, patient: 'ventricular', labels }));
  await analyse(case_id);
  await db
    .update(cases)
    .set({ status: 'start', technician_id: technician.id, requested_date: new Date() })
    .where(eq(cases.case_id, case_id));
  const page = await openTestPage(call, technician.token, case_id);
  await page.editLock('take');
  expect(
    (
      await page.send(
        page.batch(page.opened(), typeof strips === 'function' ? [...strips(page)] : [...strips]),
      )
    ).status,
  ).toBe(200);
  const printed: Printed[][] = [];
  for (const language of read) {
    const path = `case/case/${String(case_id)}/report/preview?language=${language}`;
    const answer = await call(path, technician.token);
    expect(answer.status).toBe(200);
    printed.push(await pagesOf(await answer.arrayBuffer()));
  }
  return printed;
}

type TestPage = Awaited<ReturnType<typeof openTestPage>>;

/** Returns the edits that one key press on the desk stores. */
function extremesOf({ base, opened }: TestPage): readonly ReadingEdit[] {
  const options = { criteria: defaultCriteria, engine_version: 'test' };
  const { rate } = createReadingFigures()(opened().reading(), options);
  const { samples, sampling_hz, length } = base.beats;
  return extremeEdits({ strips: [], rates: rate, beats: samples, sampling_hz, length, leadOf: () => 0 });
}

test('strips of extremes are named by their figures in the language of the report', async () => {
  const printed = await printedOf('HN320015', ['I', 'II'], extremesOf, languages);
  const names = {
    en: ['Maximum rate \\d+ /min', 'Minimum rate \\d+ /min', 'Longest RR 0\\.\\d\\d s'],
    ja: ['最高心拍数 \\d+/分', '最低心拍数 \\d+/分', '最長RR 0\\.\\d\\d秒'],
    ko: ['최고 심박수 \\d+/분', '최저 심박수 \\d+/분', '최장 RR 0\\.\\d\\d초'],
    zh: ['最高心率 \\d+次/分', '最低心率 \\d+次/分', '最长RR 0\\.\\d\\d'],
  };
  for (const [i, language] of languages.entries())
    for (const [at, name] of names[language].entries())
      expect(textOf(printed[i])).toMatch(new RegExp(bare(`${String(at + 1)} · ${name}`)));
  // A recording within one day has one date.
  expect(textOf(printed[0])).toMatch(/5Nov,1min/);
  expect(textOf(printed[0])).not.toContain('5Nov–');
});

const standard = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'];
const textOf = (pages: readonly Printed[] | undefined): string =>
  (pages ?? []).map(({ text }) => text).join('');

test('a strip of the standard twelve has its own landscape sheet, all leads named, page one complete', async () => {
  const [pages = []] = await printedOf('HN320011', standard.toReversed(), [kept]);
  const sheets = pages.filter(({ across }) => across);
  expect(sheets).toHaveLength(1);
  expect(sheets[0]?.text).toContain('ECGstrips');
  expect(sheets[0]?.text).toContain('1·kept');
  // Names are printed over their leads, and in the line with the scale.
  for (const name of standard) expect(sheets[0]?.text.split(name).length).toBeGreaterThan(2);
  expect(pages[0]?.across).toBe(false);
  expect(pages[0]?.text).toContain('Keyfigures');
});

test.each([
  ['HN320012', standard.slice(0, 11)],
  ['HN320013', [...standard.slice(0, 11), 'V9']],
])('leads other than the standard twelve are all below one another: %s', async (hn_id, labels) => {
  const [pages] = await printedOf(hn_id, labels, [kept]);
  expect(pages?.some(({ across }) => across)).toBe(false);
  expect(textOf(pages)).toContain(bare(`${labels.join(', ')} · 25 mm/s · 10 mm/mV`));
});

const hostile = '#set page(width: 1pt) *x* $y$ <z> \\ "q" 心房 심방 房颤 & </svg> 😀';
const printedHostile = '#setpage(width:1pt)*x*$y$<z>\\"q"心房심방房颤&</svg>〓';

test('a strip longer than its drawings says how much of it is printed', async () => {
  const scale = { mm_per_s: 50, mm_per_mv: 10 } as const;
  const long: Strip = { ...kept, start_sample: 250, end_sample: 250 + 250 * 50, scale };
  const [pages] = await printedOf('HN320016', standard, [long]);
  expect(textOf(pages)).toContain(bare('the first 30.00 s of 50.00 s'));
});

test('marks on a strip are printed in every language, at the chosen scale', async () => {
  const drawn: Strip = {
    ...kept,
    caption: `Caption ${hostile}`,
    scale: { mm_per_s: 50, mm_per_mv: 5 },
    marks: [
      {
        ...{ of: 'arrow', lead: 0, sample: 1100, uv: 1500, to_sample: 1200, to_uv: 200 },
        text: `Arrow ${hostile}`,
      },
      { of: 'text', lead: 1, sample: 2490, uv: -800, text: `Word ${hostile}` },
      { of: 'caliper', lead: 1, sample: 1150, to_sample: 1360 },
    ],
  };
  const shown = { extreme: 'max_rate', sample: 1, value: 999 } as const;
  const stale: Strip = { ...kept, caption: '', order: 2, shows: shown };
  const printed = await printedOf('HN320014', ['I', 'II'], [drawn, stale], languages);
  const rates = { en: '71/min', ja: '71/分', ko: '71/분', zh: '71次/分' };
  for (const [i, language] of languages.entries()) {
    const text = textOf(printed[i]);
    expect(text).toContain('50mm/s·5mm/mV');
    for (const of of ['Caption', 'Arrow', 'Word']) expect(text).toContain(`${of}${printedHostile}`);
    expect(text).toContain('840ms');
    expect(text).toMatch(/840ms·71.*?·-?0\.\d\dmV/);
    expect([language, text.includes(rates[language])]).toEqual([language, true]);
    // No strip is captioned as an extreme that the reading does not have.
    expect(text).not.toContain('999');
  }
});
