/** Tests the report of a reading over HTTP: its figures, its pages, who may read it, and the versions made of it. */
import { createHash } from 'node:crypto';
import { reportDocument, type ReportDocument } from '@rhythmdesk/contract/report-document';
import { routes } from '@rhythmdesk/contract/routes';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { createReadingFigures } from '@rhythmdesk/ecg/reading/reading-figures';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { synthRecording } from '../uploads/test-zip.ts';
import { criticalFindings } from '../../platform/db/schema/critical.ts';
import { caseFiles, caseHistory, cases, reportVersions } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { reportLogos } from '../../platform/db/schema/report-logos.ts';
import { rewritePng } from '../../platform/files/rewrite-png.ts';
import { testPng } from '../../platform/files/test-png.ts';
import { analysisWorld, type AnalysisWorld } from '../../testing/test-analysis.ts';
import { readPdf } from '../../testing/test-pdf.ts';
import { openTestPage, refusalCode } from '../../testing/test-reading.ts';

const hostile = '#set page(width: 1pt) *x* $y$ <z> \\ "q" 心房細動 심방세동 房颤 & </svg> 😀';

/** PR 164, QRS 92, QT 404 ms at 75 beats per minute. */
const measuredAt = (sample: number) =>
  ({
    of: 'mean',
    sample,
    lead: 1,
    beats: 24,
    rr_samples: 200,
    p_onset: sample - 51,
    qrs_onset: sample - 10,
    qrs_end: sample + 13,
    t_end: sample + 91,
  }) as const;

let world: AnalysisWorld;
let case_id: number;
let edits: ReadingEdit[];
let page: Awaited<ReturnType<typeof openTestPage>>;

beforeAll(async () => {
  world = await analysisWorld();
  const { bring, analyse, db, technician, call } = world;
  const recording = synthRecording({
    hn_id: 'HN320001',
    seconds: 300,
    patient: 'ventricular',
    labels: ['I', 'II'],
  });
  case_id = await bring(recording);
  await analyse(case_id);
  await db
    .update(cases)
    .set({
      status: 'start',
      technician_id: technician.id,
      requested_date: new Date(),
      patient_last_name: hostile.slice(0, 78),
      technician_comment: `Conclusion ${hostile}\nNext: rest`,
    })
    .where(eq(cases.case_id, case_id));
  page = await openTestPage(call, technician.token, case_id);
  await page.editLock('take');
  const [first = 0] = page.base.beats.samples;
  edits = [
    { kind: 'relabel_beats', beats: { by: 'list', samples: [first] }, label: 'V' },
    { kind: 'add_strip', start_sample: first, end_sample: first + 6 * 250, caption: hostile, order: 2 },
    { kind: 'add_strip', start_sample: first, end_sample: first + 20 * 250, caption: 'first', order: 1 },
    { kind: 'add_measurement', measurement: measuredAt(first) },
  ];
  const sent = await page.send(page.batch(page.opened(), edits));
  expect(sent.status).toBe(200);
});

const ask = (what: 'document' | 'preview', token: string, language: Language = 'en') =>
  world.call(`case/case/${String(case_id)}/report/${what}?language=${language}`, token);
const documentOf = async (): Promise<ReportDocument> =>
  reportDocument.parse(await (await ask('document', world.technician.token)).json());

test('the document equals the page’s own reading', async () => {
  const { figures, conclusion, report_version, ...rest } = await documentOf();
  const open = page.opened();
  open.apply(edits.map((edit, i) => ({ sequence: i + 1, analysis_version: 1, edit })));
  const { criteria, engine_version } = figures.summary;
  const {
    episodes: _,
    episodes_left_out: __,
    lanes: ___,
    shapes: ____,
    ...own
  } = createReadingFigures()(open.reading(), { criteria, engine_version });
  const { days, hours, ...said } = figures.summary;
  const { days: _days, hours: _hours, ...found } = own;
  expect(said).toEqual(found);
  expect(hours).toEqual(_hours);
  expect(days.reduce((sum, day) => sum + day.beats, 0)).toBe(found.beats.total);
  expect(figures).toMatchObject({ sequence: 4, checksum: open.checksum() });
  expect(figures.strips.map(({ caption }) => caption)).toEqual(['first', hostile]);
  expect(figures.intervals.qrs?.count).toBeGreaterThan(100);
  expect(figures.intervals.qt?.median).toBeGreaterThan(200);
  const [measured] = figures.measurements;
  expect(measured).toMatchObject({ of: 'mean', lead: 1, beats: 24, pr: 164, qrs: 92, qt: 404, bpm: 75 });
  expect([conclusion, report_version]).toEqual([`Conclusion ${hostile}\nNext: rest`, 1]);
  expect(rest).toMatchObject({
    format: 1,
    analysis_version: 1,
    amendment: null,
    case: { hn_id: 'HN320001' },
  });
});

const critical = (rule: string, state: string) => ({
  case_id,
  rule,
  state,
  kind: 'vt',
  start_sample: 5_000,
  end_sample: 7_500,
  start_ms: 0,
  beats: 20,
  seconds: 10,
  bpm: 180,
  places: [],
  analysis_version: 1,
  reading_sequence: 0,
  settings_version: 0,
  deadline_minutes: 30,
  uploaded_at: new Date(),
  found_at: new Date(),
  due_at: new Date(),
  ended_at: state === 'open' ? null : new Date(),
});

test('page one names the critical findings and who acknowledged them, and no refuted one', async () => {
  const acknowledged = {
    acknowledged_at: new Date('2026-11-19T04:10:00Z'),
    acknowledged_name: `Dr. ${hostile}`,
    acknowledged_by: world.technician.id,
    acknowledged_way: 'telephone',
  };
  await world.db
    .insert(criticalFindings)
    .values([
      { ...critical('vt', 'acknowledged'), ...acknowledged },
      critical('pause', 'open'),
      { ...critical('pause', 'acknowledged'), ...acknowledged, kind: 'standstill', start_sample: 9_000 },
      critical('slow', 'false'),
      critical('fast_af', 'withdrawn'),
    ]);
  const { critical: said } = await documentOf();
  const states = said.map(({ rule, state }) => `${rule} ${state}`);
  expect(states).toEqual(['vt acknowledged', 'pause open', 'pause acknowledged']);
  const { pages } = await readPdf(await (await ask('preview', world.technician.token)).arrayBuffer());
  const first = pages[0]?.text.replaceAll(/\s/g, '') ?? '';
  expect(first).toContain('Ventriculartachycardia');
  expect(first).toContain('Ventricularstandstill');
  expect(first).toContain('acknowledgedbyDr.#setpage(width:1pt)');
  expect(first).toContain('notjudgedyet');
  expect(first).not.toContain('Slowrate');
});

const titles = {
  en: 'Long-term ECG report',
  ja: '長時間心電図 解析報告書',
  ko: '장기간 심전도 분석 보고서',
  zh: '长程心电图分析报告',
} as const satisfies Record<Language, string>;

const measuredTitle = { en: 'Manualmeasurements', ja: '手動計測', ko: '수동측정', zh: '手动测量' } as const;

test('it prints in every language: A4, tagged, searchable, a user’s text as text', async () => {
  const { figures } = await documentOf();
  for (const language of languages) {
    const answer = await ask('preview', world.technician.token, language);
    expect([language, answer.status]).toEqual([language, 200]);
    const { pages, info } = await readPdf(await answer.arrayBuffer());
    const text = pages.map((one) => one.text).join(' ');
    const bare = text.replaceAll(/\s/g, '');
    expect(bare).toContain(titles[language].replaceAll(/\s/g, ''));
    expect(bare).toContain('#setpage(width:1pt)*x*$y$<z>\\"q"心房細動심방세동房颤&</svg>〓');
    expect(bare).toContain(String(figures.summary.v.beats));
    expect(bare).toContain(figures.checksum);
    // Bazett 452, Fridericia 435, Framingham 435, Hodges 430.
    expect(text.replaceAll(/\s+/g, ' ')).toContain('164 92 404 452 435 435 430 75');
    expect(bare).toContain(measuredTitle[language]);
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual(
      pages.map(() => [595, 842]),
    );
    const trees = pages.map(({ tree }) => tree).join('');
    expect(trees).toContain('"H1"');
    expect(trees).toContain('"TH"');
    expect(trees).toContain('"alt"');
    expect(info.Title).toContain(titles[language]);
    expect(info.Language).toBe(language);
  }
});

test('only the center gets it: no hospital, no other center, and not before there is an analysis', async () => {
  for (const what of ['document', 'preview'] as const) {
    const doctor = await ask(what, world.doctor.token);
    expect([doctor.status, refusalCode.parse(await doctor.json()).code]).toEqual([406, 'case/not-yours']);
  }
  const bare = await world.bring(synthRecording({ hn_id: 'HN320002', seconds: 30 }));
  await world.db
    .update(cases)
    .set({ status: 'start', technician_id: world.technician.id, requested_date: new Date() })
    .where(eq(cases.case_id, bare));
  const path = `case/case/${String(bare)}/report/document?language=en`;
  const early = await world.call(path, world.technician.token);
  expect([early.status, refusalCode.parse(await early.json()).code]).toEqual([416, 'report/no-analysis']);
});

test('letterhead and sections are the hospital’s, otherwise the center’s, in the chosen order', async () => {
  const { db, technician } = world;
  const { hospital, center } = await documentOf();
  const png = await rewritePng(testPng({ width: 40, height: 10 }), { width_px: 1000, height_px: 500 });
  if (png === null || center === null) throw new Error('no picture or no center');
  await db.insert(reportLogos).values({ ...png, sha256: 'a'.repeat(64), created_at: new Date() });
  const set = (name: string, form: Partial<typeof userGroups.$inferInsert>) =>
    db.update(userGroups).set(form).where(eq(userGroups.name, name));
  const pageOne = async () => {
    const { pages } = await readPdf(await (await ask('preview', technician.token)).arrayBuffer());
    return pages.map(({ text }) => text.replaceAll(/\s/g, '')).join('');
  };
  await set(center.name, { report_sections: ['days', 'figures'], letterhead: `House ${hostile}\nTel 5` });
  const centers = await pageOne();
  expect(centers).toContain('House#setpage(width:1pt)');
  expect(centers).toMatch(/Tel5.*Byday.*Keyfigures/);
  expect(centers).not.toContain('Signalquality');
  await set(hospital.name, { report_sections: ['quality'], logo: 'a'.repeat(64) });
  expect(await documentOf()).toMatchObject({
    sections: ['quality'],
    letterhead: { of: 'hospital', logo: 'a'.repeat(64) },
  });
  const hospitals = await pageOne();
  expect([hospitals.includes('Signalquality'), hospitals.includes('Byday')]).toEqual([true, false]);
  expect(hospitals).toContain(`Readat${center.name.replaceAll(/\s/g, '')}`);
  const plain = { report_sections: [], letterhead: '', logo: '' };
  await Promise.all([set(hospital.name, plain), set(center.name, plain)]);
});

const make = (version: number, amendment = '') =>
  world.call(`case/case/${String(case_id)}/make-report`, world.technician.token, {
    method: 'POST',
    body: { version, language: 'ja', amendment, keep_unprintable: true },
  });
const caseRow = async () => {
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  if (row === undefined) throw new Error('the case has gone');
  return row;
};
const madeReport = routes.makeReport.output;

test('a version is made from the reading, frozen as pages and as data, and an amendment says why', async () => {
  const { call, technician, doctor, db } = world;
  const before = await caseRow();
  const answer = await make(before.version);
  expect(answer.status).toBe(200);
  const made = madeReport.parse(await answer.json());
  expect(await caseRow()).toMatchObject({ version: made.version, report_version: 1 });
  expect((await make(before.version)).status).toBe(409);
  const path = `case/case/${String(case_id)}/report`;
  const pdf = Buffer.from(await (await call(path, technician.token)).arrayBuffer());
  const [file] = await db.select().from(caseFiles).where(eq(caseFiles.file_id, made.file_id));
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(file?.sha256);
  const history = await db.select().from(caseHistory).where(eq(caseHistory.case_id, case_id));
  expect(history.at(-1)).toMatchObject({ action: 'add-report', file_sha256: file?.sha256 });
  const { made_at: _, ...said } = reportDocument.parse(
    await (await call(`${path}/data`, technician.token)).json(),
  );
  const { made_at: __, ...now } = await documentOf();
  expect(said).toEqual({ ...now, language: 'ja' });
  const hidden = await call(`${path}/data`, doctor.token);
  expect([hidden.status, refusalCode.parse(await hidden.json()).code]).toEqual([416, 'report/none']);

  await db.update(reportVersions).set({ released_at: new Date() }).where(eq(reportVersions.case_id, case_id));
  expect((await call(`${path}/data`, doctor.token)).status).toBe(200);
  const silent = await make(made.version);
  expect([silent.status, refusalCode.parse(await silent.json()).code]).toEqual([422, 'input/field-missing']);
  const amended = await make(made.version, `Beat 1 is ventricular ${hostile}`);
  expect(amended.status).toBe(200);
  const { pages } = await readPdf(await (await call(path, technician.token)).arrayBuffer());
  const first = pages[0]?.text.replaceAll(/\s/g, '') ?? '';
  expect(first).toContain('修正報告書：第1版に代わるもの');
  expect(first).toContain('Beat1isventricular#setpage(width:1pt)');
  const second = { report_version: 2, amendment: `Beat 1 is ventricular ${hostile}` };
  const data = reportDocument.parse(await (await call(`${path}/data`, technician.token)).json());
  expect([data, await documentOf()]).toMatchObject([second, second]);
  await db.update(cases).set({ technician_comment: 'Other' }).where(eq(cases.case_id, case_id));
  expect(await documentOf()).toMatchObject({ report_version: 3, amendment: null });
  const old = await (await call(`${path}/data?report_version=1`, doctor.token)).json();
  expect(reportDocument.parse(old).report_version).toBe(1);
});

test('nobody makes a report of a case that they may not write', async () => {
  const body = { version: (await caseRow()).version, language: 'en' };
  const path = `case/case/${String(case_id)}/make-report`;
  expect((await world.call(path, world.doctor.token, { method: 'POST', body })).status).toBe(403);
});
