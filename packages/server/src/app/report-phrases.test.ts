/** The phrases of a center and what a case's reading makes of them, through the real database and routes. */
import { phraseRoutes, type PhraseLibrary } from '@rhythmdesk/contract/report-phrases';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { starterPhrases } from '@rhythmdesk/domain/report/starter-phrases';
import { desc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { auditLog } from '../platform/db/schema/operations.ts';
import { codeOf, criticalWorld, type CriticalWorld } from './test-critical.ts';

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

test('a center begins with phrases in every language, filled with what the reading says', async () => {
  expect((await library(world.chief.token)).version).toBe(0);
  for (const language of languages) {
    const answer = await ofCase(world.technician.token, language);
    expect(answer.status).toBe(200);
    const { figures, phrases, sequence } = phraseRoutes.casePhrases.output.parse(answer.body);
    expect([phrases.length, sequence]).toEqual([starterPhrases.length, 0]);
    expect(figures['af_burden']).toMatch(/^0\.0/);
    expect(phrases[0]?.suggested).toBe(true);
    for (const { text, figures: placed } of phrases) {
      expect(text).not.toMatch(/[{}]/);
      for (const { figure, start, end } of placed) expect(text.slice(start, end)).toBe(figures[figure]);
    }
  }
});

test('the list is kept whole and in order; of two who change the same one is refused', async () => {
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
  expect(korean.phrases.map(({ text }) => text)).toEqual([`평균 ${korean.figures.rate_mean}`]);
});

test('another center has its own; who does not manage a center’s settings changes nothing', async () => {
  expect((await library(world.farChief.token)).version).toBe(0);
  for (const token of [world.technician.token, world.doctor.token])
    expect((await change(0, [phrase('x')], token)).status).toBe(403);
  expect((await ofCase(world.farChief.token)).status).toBe(404);
  expect((await ofCase(world.doctor.token)).status).not.toBe(200);
});

test('a phrase without words, with an unknown figure or too long is refused by its place', async () => {
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
