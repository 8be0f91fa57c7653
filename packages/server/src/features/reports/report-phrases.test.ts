/** Tests the phrases of a center, filled from a case's reading, through the real database and routes. */
import { phraseRoutes, type PhraseLibrary } from '@rhythmdesk/contract/report-phrases';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { starterPhrases } from '@rhythmdesk/domain/report/starter-phrases';
import { desc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { codeOf, criticalWorld, type CriticalWorld } from '../../testing/test-critical.ts';
import { readPdf } from '../../testing/test-pdf.ts';
import { openTestPage } from '../../testing/test-reading.ts';

const hostile = '#set page(width: 1pt) *x* $y$ <script>alert(1)</script> \\ "q" 心房細動 심방세동 😀';

let world: CriticalWorld;
let case_id: number;
beforeAll(async () => {
  world = await criticalWorld();
  case_id = await world.workedCase();
});

const library = async (token: string): Promise<PhraseLibrary> =>
  phraseRoutes.reportPhrases.output.parse(await (await world.call('report/phrases', token)).json());
const change = async (version: number, phrases: unknown, token: string) => {
  const answer = await world.call('report/phrases', token, { method: 'PUT', body: { version, phrases } });
  return { status: answer.status, body: await answer.json() };
};
const ofCase = async (token: string, language: Language = 'en') => {
  const answer = await world.call(`case/case/${String(case_id)}/report/phrases?language=${language}`, token);
  return { status: answer.status, body: await answer.json() };
};
const phrase = (en: string, rest: object = {}) => ({
  occasion: 'any',
  texts: { en, ja: '', ko: '', zh: '', ...rest },
});

test('a center begins with phrases in every language, filled with the reading’s figures', async () => {
  expect((await library(world.chief.token)).version).toBe(0);
  for (const language of languages) {
    const answer = await ofCase(world.technician.token, language);
    expect(answer.status).toBe(200);
    const { figures, phrases, sequence } = phraseRoutes.casePhrases.output.parse(answer.body);
    expect([phrases.length, sequence]).toEqual([starterPhrases.length, 0]);
    expect(figures[language].af_burden).toMatch(/^0\.0/);
    expect(phrases[0]?.fit).toBe('suggested');
    for (const { text, figures: placed } of phrases) {
      expect(text).not.toMatch(/[{}]/);
      for (const { figure, start, end } of placed)
        expect(text.slice(start, end)).toBe(figures[language][figure]);
    }
  }
});

test('the list is stored completely and in order; of two simultaneous changes one is refused', async () => {
  const { version } = await library(world.chief.token);
  const phrases = [phrase(hostile, { ko: '평균 {rate_mean}' }), phrase('second')];
  const [mine, other] = await Promise.all([
    change(version, phrases, world.chief.token),
    change(version, phrases, world.head.token),
  ]);
  expect([mine.status, other.status].sort()).toEqual([200, 409]);
  expect(codeOf(mine.status === 409 ? mine : other)).toEqual([409, 'report/phrases-stale']);
  expect(await library(world.head.token)).toMatchObject({ version: version + 1, phrases });
  const swapped = phrases.toReversed();
  expect((await change(version + 1, swapped, world.head.token)).status).toBe(200);
  expect((await library(world.chief.token)).phrases).toEqual(swapped);
  const [logged] = await world.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'report.phrases'))
    .orderBy(desc(auditLog.audit_id))
    .limit(1);
  expect(logged).toMatchObject({ user_id: world.head.id });
  const english = phraseRoutes.casePhrases.output.parse((await ofCase(world.technician.token)).body);
  expect(english.phrases.map(({ text }) => text)).toEqual(['second', hostile]);
  const korean = phraseRoutes.casePhrases.output.parse((await ofCase(world.technician.token, 'ko')).body);
  expect(korean.phrases.map(({ text }) => text)).toEqual([`평균 ${korean.figures.ko.rate_mean}`]);
});

test('another center has its own; users who do not manage a center’s settings change nothing', async () => {
  expect((await library(world.farChief.token)).version).toBe(0);
  for (const token of [world.technician.token, world.doctor.token])
    expect((await change(0, [phrase('x')], token)).status).toBe(403);
  expect((await ofCase(world.farChief.token)).status).toBe(404);
  expect((await ofCase(world.doctor.token)).status).not.toBe(200);
});

test('a phrase without text, with an unknown figure or too long is refused by its position', async () => {
  const { version } = await library(world.chief.token);
  const send = (phrases: unknown) => change(version, phrases, world.chief.token);
  const empty = await send([phrase('good'), phrase(' ')]);
  expect(codeOf(empty)).toEqual([422, 'report/phrase-empty']);
  expect(empty.body).toMatchObject({ fields: { 'phrases.1.texts': 'refusal.report.phrase-empty' } });
  expect(codeOf(await send([phrase('{heart}')]))).toEqual([422, 'report/phrase-figure']);
  expect((await send([phrase('x'.repeat(601))])).status).toBe(422);
  expect((await send([{ ...phrase('x'), occasion: 'never' }])).status).toBe(422);
  expect((await library(world.chief.token)).version).toBe(version);
});

const path = () => `case/case/${String(case_id)}`;
const caseNow = async () => {
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  if (row === undefined) throw new Error('the case has gone');
  return row;
};
const put = async (body: object) => {
  const { version } = await caseNow();
  const all = { version, ...body };
  const answer = await world.call(`${path()}/reading`, world.technician.token, { method: 'PUT', body: all });
  return { status: answer.status, body: await answer.json() };
};
const make = async (rest: object = {}) => {
  const body = { version: (await caseNow()).version, language: 'en', keep_unprintable: true, ...rest };
  const answer = await world.call(`${path()}/make-report`, world.technician.token, { method: 'POST', body });
  return { status: answer.status, body: await answer.json() };
};

test('a figure in a conclusion stays a figure while the text around it changes, and a version names outdated ones', async () => {
  const { figures } = phraseRoutes.casePhrases.output.parse((await ofCase(world.technician.token)).body);
  const stands = figures.en.v_beats;
  const mark = { figure: 'v_beats', language: 'en', start: 6, end: 6 + stands.length } as const;
  const text = `Found ${stands} beats. ${hostile}`;
  expect((await put({ technician_comment: text, conclusion_figures: [mark] })).status).toBe(200);
  expect((await put({ technician_comment: `We f${text.slice(1)}` })).status).toBe(200);
  const moved = { ...mark, start: 9, end: 9 + stands.length };
  expect((await caseNow()).conclusion_figures).toEqual([moved]);
  expect(codeOf(await put({ conclusion_figures: [{ ...mark, start: 8, end: 8 }] }))).toEqual([
    422,
    'report/figure-place',
  ]);
  expect((await make()).status).toBe(200);

  const page = await openTestPage(world.call, world.technician.token, case_id);
  await page.editLock('take');
  const samples = [...page.base.beats.samples].slice(3, 5);
  const relabel = { kind: 'relabel_beats', beats: { by: 'list', samples }, label: 'V' } as const;
  expect((await page.send(page.batch(page.opened(), [relabel]))).status).toBe(200);
  const before = await caseNow();
  const refused = await make();
  expect(refused.body).toMatchObject({
    code: 'report/figures-stale',
    fields: { 'figures.v_beats': 'refusal.report.figures-stale' },
  });
  expect(await caseNow()).toEqual(before);
  expect(before.technician_comment).toBe(`We f${text.slice(1)}`);
  expect((await make({ keep_stale: true })).status).toBe(200);
  expect((await put({ conclusion_figures: [] })).status).toBe(200);
  expect((await make()).status).toBe(200);
});

test('a conclusion that contradicts the reading is refused with its statements, unless it is confirmed', async () => {
  const { contradicted } = phraseRoutes.casePhrases.output.parse((await ofCase(world.technician.token)).body);
  expect(contradicted.map(({ occasion }) => occasion)).toContain('af');
  const claim = 'Atrial fibrillation for 13 % of the analysed time (episodes: 2, longest 1 h).';
  expect((await put({ technician_comment: claim, conclusion_figures: [] })).status).toBe(200);
  const before = await caseNow();
  expect((await make()).body).toMatchObject({
    code: 'report/conclusion-contradicts',
    fields: { 'statements.af': 'refusal.report.conclusion-contradicts' },
  });
  expect(await caseNow()).toEqual(before);
  expect((await make({ keep_stale: true })).status).toBe(200);
});

test('in the conclusion on paper a value and its unit stay on one line', async () => {
  const sentence = 'Highest rate 161 /min, lowest 50 /min. ';
  const technician_comment = Array.from({ length: 40 }, (_, i) => 'x'.repeat(i % 7) + sentence).join(' ');
  await world.db.update(cases).set({ technician_comment }).where(eq(cases.case_id, case_id));
  const path = `case/case/${String(case_id)}/report/preview?language=en`;
  const answer = await world.call(path, world.technician.token);
  const { pages } = await readPdf(await answer.arrayBuffer());
  const text = pages.map((page) => page.text).join(' ');
  expect(text.match(/161 \/min/g)).toHaveLength(40);
  expect(text).not.toMatch(/\/\s+min/);
});
