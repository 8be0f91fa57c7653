/**
 * Tests on random readings, through the real database and routes, that each figure has one value in the report's
 * document, pages and phrases, on the page for the patient, in the list of cases and in the exported tables.
 */
import { caseRoutes } from '@rhythmdesk/contract/case-routes';
import { phraseRoutes } from '@rhythmdesk/contract/report-phrases';
import { reportRoutes } from '@rhythmdesk/contract/reports';
import { reportDocument, type ReportDocument } from '@rhythmdesk/contract/report-document';
import { type ResultCode, resultsOf, resultTable, sentValue } from '@rhythmdesk/domain/results/result-table';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { synthRecording } from '../uploads/test-zip.ts';
import { documentSource, figureSource } from '../../records/results/result-source.ts';
import { leftOutOfCsv } from '../recordings/result-rows.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { criticalWorld, type CriticalWorld } from '../../testing/test-critical.ts';
import { openTestPage } from '../../testing/test-reading.ts';
import { printedPages } from './printed-pages.ts';
import { reportWords } from './report-words.ts';

let world: CriticalWorld;
beforeAll(async () => {
  world = await criticalWorld();
});

const seconds = 240;
const hz = 250;
const span = fc
  .tuple(fc.nat((seconds - 30) * hz), fc.integer({ min: hz, max: 25 * hz }))
  .map(([start_sample, length]) => ({ start_sample, end_sample: start_sample + length }));
const label = fc.constantFrom('N' as const, 'S' as const, 'V' as const);
const anEdit = fc.oneof(
  fc
    .tuple(span, label)
    .map(([at, of]) => ({ kind: 'relabel_beats', beats: { by: 'range', ...at }, label: of }) as const),
  span.map((at) => ({ kind: 'remove_beats', beats: { by: 'range', ...at } }) as const),
  span.map((at) => ({ kind: 'mark_unreadable', ...at }) as const),
  fc
    .tuple(span, fc.constantFrom('af' as const, 'vt' as const, 'svt' as const, 'pause' as const))
    .map(([at, rhythm]) => ({ kind: 'add_episode', rhythm, ...at }) as const),
);

/** Makes a case and writes a random reading into it. The last edits reject its first extreme and its longest findings. */
async function randomCase(seed: number): Promise<number> {
  const { bring, analyse, db, technician, call } = world;
  const hn_id = `HN32100${String(seed)}`;
  const patient = seed % 2 === 0 ? 'ventricular' : 'supraventricular';
  const case_id = await bring(synthRecording({ hn_id, seconds, patient, labels: ['I', 'II'] }));
  await analyse(case_id);
  await db
    .update(cases)
    .set({ status: 'start', technician_id: technician.id, requested_date: new Date() })
    .where(eq(cases.case_id, case_id));
  const page = await openTestPage(call, technician.token, case_id);
  await page.editLock('take');
  const open = page.opened();
  const sent = await page.send(page.batch(open, fc.sample(anEdit, { seed, numRuns: 3 + seed })));
  expect(sent.status).toBe(200);
  const { figures } = await documentOf(case_id);
  const { longest, summary } = figures;
  const rejections = [
    ...longest
      .filter(({ state }) => state === 'open')
      .slice(0, 2)
      .map(({ kind, start_sample, end_sample }) => ({
        kind: 'judge_finding' as const,
        finding: { kind, start_sample, end_sample },
        verdict: 'rejected' as const,
      })),
    ...(summary.rate.max === null
      ? []
      : [
          {
            kind: 'judge_thing' as const,
            thing: { of: 'extreme' as const, extreme: 'max_rate' as const, sample: summary.rate.max.sample },
            verdict: 'rejected' as const,
          },
        ]),
  ];
  expect((await page.send(page.batch(open, rejections))).status).toBe(200);
  await world.look(case_id);
  return case_id;
}

async function documentOf(case_id: number): Promise<ReportDocument> {
  const path = `case/case/${String(case_id)}/report/document?language=en`;
  return reportDocument.parse(await (await world.call(path, world.technician.token)).json());
}

/** Splits a line of a table; a field with a comma is in quotes. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^",]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

type Rows = readonly (readonly string[])[];

/** Returns the exported tables by file name, without their heads. */
async function tablesOf(case_id: number): Promise<(name: string) => Rows> {
  const answer = await world.call(`recording/${String(case_id)}/export?format=csv`, world.doctor.token);
  expect(answer.status).toBe(200);
  const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(await answer.arrayBuffer())), {
    useWebWorkers: false,
  });
  const tables = new Map<string, Rows>();
  for (const entry of await zip.getEntries()) {
    if (entry.directory) continue;
    const text = new TextDecoder().decode(await entry.getData(new Uint8ArrayWriter()));
    const [, ...lines] = text.trim().split('\r\n');
    tables.set(
      entry.filename,
      lines.map((line) => fieldsOf(line)),
    );
  }
  return (name) => tables.get(name) ?? [];
}

const inText = (value: number): string => new Intl.NumberFormat('en').format(value);
const sumOf = (rows: Rows, column: number): number => rows.reduce((sum, row) => sum + Number(row[column]), 0);

test.each([1, 2, 3])('every figure of the random reading %i has one value', async (seed) => {
  const case_id = await randomCase(seed);
  const document = await documentOf(case_id);
  const { counts, summary, longest } = document.figures;
  const countOf = (...kinds: readonly string[]): number =>
    counts.reduce((sum, { kind, count }) => (kinds.includes(kind) ? sum + count : sum), 0);

  const phrases = phraseRoutes.casePhrases.output.parse(
    await (
      await world.call(`case/case/${String(case_id)}/report/phrases?language=en`, world.technician.token)
    ).json(),
  );
  const said = phrases.figures.en;
  const pages = printedPages(document, [], null);
  const key = new Map(pages.keys);
  const name = (code: ResultCode): string => resultTable[code].texts.en[0];
  expect(said).toMatchObject({
    s_runs: inText(countOf('svt')),
    v_runs: inText(countOf('vt', 'ivr')),
    v_couplets: inText(countOf('v_couplet')),
    af_episodes: inText(countOf('af')),
  });
  expect([key.get(name('af_episodes')), key.get(name('af_burden'))]).toEqual([
    said.af_episodes,
    said.af_burden,
  ]);
  expect([key.get(name('rate_min')), key.get(name('rate_max'))]).toEqual([said.rate_min, said.rate_max]);
  expect(key.get(name('v_beats'))).toBe(`${said.v_beats} (${said.v_share})`);
  expect(key.get(`${name('v_runs')}, ${name('v_couplets')}`)).toBe(`${said.v_runs} · ${said.v_couplets}`);
  expect(key.get(name('s_beats'))).toBe(`${said.s_beats} (${said.s_share})`);
  for (const { kind } of longest)
    expect(pages.episodes.rows.flat()).toContain(
      `${longest.find((one) => one.kind === kind)?.name ?? reportWords.en.rhythms[kind]} (${inText(countOf(kind))})`,
    );

  const list = await world.call(`case/cases?case_id=${String(case_id)}`, world.technician.token);
  expect(caseRoutes.cases.output.parse(await list.json()).items).toMatchObject([
    { af_share: summary.af.burden, ve_count: summary.v.beats, pause_count: summary.pauses },
  ]);

  await expectTables(case_id, document, said);
  if (seed === 1) await expectResults(case_id, document);
});

/** Makes the report and compares the results that its route lists with the table of results. */
async function expectResults(case_id: number, document: ReportDocument): Promise<void> {
  const { call, db, technician, doctor } = world;
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  const path = `case/case/${String(case_id)}`;
  const body = { version: row?.version, language: 'en' };
  expect((await call(`${path}/make-report`, technician.token, { method: 'POST', body })).status).toBe(200);
  const answer = await call(`${path}/report/results?language=ko`, technician.token);
  const listed = reportRoutes.reportResults.output.parse(await answer.json());
  const expected = resultsOf(documentSource(document));
  expect(listed.report_version).toBe(1);
  expect(listed.results.map(({ code, value }) => [code, value])).toEqual(
    expected.map(({ code, value }) => [code, value]),
  );
  const [beats] = listed.results.filter(({ code }) => code === 'v_beats');
  expect(beats).toMatchObject({ name: '심실 조기 수축', unit: '{beats}', mdc: { code: '148065' } });
  expect((await call(`${path}/report/results?language=ko`, doctor.token)).status).toBe(416);
}

async function expectTables(
  case_id: number,
  { figures: { summary, counts } }: ReportDocument,
  said: { readonly v_beats: string; readonly s_beats: string; readonly pauses: string },
): Promise<void> {
  const tables = await tablesOf(case_id);
  const results = new Map(tables('results.csv').map(([code, , value]) => [code, value]));
  const exported = resultsOf(figureSource({ summary, counts, intervals: null }), leftOutOfCsv);
  expect(results).toEqual(new Map(exported.map(({ code, value }) => [code, String(value)])));
  expect(results.get('v_beats')).toBe(String(summary.v.beats));
  expect(results.get('af_longest') ?? '').toBe(
    summary.af.episodes === 0 ? '' : String(sentValue(resultTable.af_longest, summary.af.longest_s)),
  );
  const hours = tables('hours.csv');
  expect(sumOf(hours, 3)).toBe(summary.beats.total);
  expect([sumOf(hours, 4), sumOf(hours, 5)]).toEqual([summary.s.beats, summary.v.beats]);
  expect([inText(sumOf(hours, 5)), inText(sumOf(hours, 4))]).toEqual([said.v_beats, said.s_beats]);
  expect(inText(sumOf(hours, 9))).toBe(said.pauses);
  const ofDays = (of: 'v' | 's' | 'pauses' | 'beats') => summary.days.reduce((sum, day) => sum + day[of], 0);
  expect([ofDays('v'), ofDays('s'), ofDays('pauses')]).toEqual([
    summary.v.beats,
    summary.s.beats,
    summary.pauses,
  ]);
  for (const { kind, count } of counts)
    expect([kind, tables('episodes.csv').filter(([name]) => name === kind).length]).toEqual([kind, count]);
}
