/** Tests the recorded coverage through the real database and routes. */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { synthRecording } from '../uploads/test-zip.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { analysisWorld, type AnalysisWorld } from '../../testing/test-analysis.ts';

let world: AnalysisWorld;
let case_id = 0;
beforeAll(async () => {
  world = await analysisWorld();
  case_id = await world.bring(synthRecording({ hn_id: 'HN330001', seconds: 290 }));
  const working = { status: 'start', technician_id: world.technician.id, requested_date: new Date() };
  await world.db.update(cases).set(working).where(eq(cases.case_id, case_id));
});

const answerOf = async (answer: Response) => ({ status: answer.status, body: await answer.json() });
const record = async (minutes: readonly (readonly [number, number])[], token = world.technician.token) =>
  answerOf(
    await world.call(`case/case/${String(case_id)}/reading/coverage`, token, {
      method: 'POST',
      body: { minutes },
    }),
  );
const read = async (token: string) =>
  answerOf(await world.call(`recording/${String(case_id)}/coverage`, token));

test('minutes are merged by union, sent twice or at once, and readable for users who may open the recording', async () => {
  expect(await read(world.doctor.token)).toMatchObject({ status: 200, body: { minutes: 5, readers: [] } });
  const batches = [[[0, 1]], [[3, 4]], [[0, 1]], [[1, 2]], [[3, 4]]] as const;
  const answers = await Promise.all(batches.map((batch) => record(batch)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const reader = { id: world.technician.id };
  const seen = [
    [0, 2],
    [3, 4],
  ];
  expect(await read(world.doctor.token)).toMatchObject({
    status: 200,
    body: { case_id, minutes: 5, readers: [{ reader, minutes: seen }] },
  });
});

test('minutes beyond the end, reversed ranges and users who do not read are refused', async () => {
  expect(await record([[4, 6]])).toMatchObject({ status: 422, body: { code: 'input/invalid' } });
  expect((await record([[3, 3]])).status).toBe(422);
  expect((await record([])).status).toBe(422);
  expect(await record([[0, 1]], world.doctor.token)).toMatchObject({
    status: 403,
    body: { code: 'auth/role-never' },
  });
});

test('coverage below the center’s minimum is reported before it is refused, and refused with its figures', async () => {
  await world.db.update(userGroups).set({ coverage_minimum: 61 }).where(eq(userGroups.type, 'tech_center'));
  const coverage_short = { seen_percent: 60, asked_percent: 61 };
  const opened = await answerOf(await world.call(`case/case/${String(case_id)}`, world.technician.token));
  expect(opened).toMatchObject({
    status: 200,
    body: { next_step: { kind: 'owed', action: 'review-request', guard: 'coverage', coverage_short } },
  });
  const { version } = z.object({ version: z.number() }).parse(opened.body);
  const refused = await world.call(`case/case/${String(case_id)}/review-request`, world.technician.token, {
    method: 'POST',
    body: { version },
    headers: { 'accept-language': 'ja' },
  });
  expect(await answerOf(refused)).toMatchObject({
    status: 406,
    body: {
      code: 'case/coverage-short',
      figures: coverage_short,
      detail: '記録の 60 % が閲覧済みです。センターは先に 61 % の閲覧を求めています。',
    },
  });
});
