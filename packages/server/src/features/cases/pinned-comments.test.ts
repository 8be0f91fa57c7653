import { talkRoutes } from '@rhythmdesk/contract/case-talk';
import { kindOf, isRefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { pinAnswers } from '../../platform/db/schema/cases.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { caseDetailFor } from './read-case.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import { addComment, answerPin, readComments } from './talk.ts';
import { act, addCaller, addGroup, caseWorld, codeOf, now, readyCase } from './test-cases.ts';

const { db } = await testDatabase();
const world = await caseWorld(db);
const { doctor, technician, technician2, chief } = world;
const otherCenter = await addGroup(db, { type: 'tech_center', name: 'Other center' });
const outsider = await addCaller(db, 'outsider', 'CHIEF', otherCenter);
const office = await addCaller(db, 'office', 'CENTER', world.center);
/** 30 minutes at 250 samples per second. */
const samples = 450_000;

type Said = {
  readonly internal?: boolean;
  readonly place?: { readonly start_sample: number; readonly end_sample: number | null } | null;
  readonly reply_to?: number | null;
};
const say = (caller: Caller, case_id: number, said: Said) =>
  transact(db, (tx) =>
    addComment(tx, caller, { case_id, content: 'Look here', internal: true, mentions: [], ...said }, now),
  );
const pin = (caller: Caller, case_id: number, said: Said = {}) =>
  say(caller, case_id, { place: { start_sample: 1000, end_sample: 2000 }, ...said });
const answer = (caller: Caller, case_id: number, comment_id: number) =>
  transact(db, (tx) => answerPin(tx, caller, { case_id, comment_id }, now));
const statusKind = (code: string) => (isRefusalCode(code) ? kindOf(code) : code);

/** Returns a case that the technician works on. */
async function inWork(hn_id: string): Promise<number> {
  const id = await readyCase(db, doctor, hn_id);
  await act(db, doctor, id, 'request');
  await act(db, technician, id, 'assign-to-me');
  await act(db, technician, id, 'start');
  return id;
}

let case_id = 0;
beforeAll(async () => {
  case_id = await inWork('HN26K00501');
});

test('a comment has its position, a sample or a range, or none', async () => {
  const id = await inWork('HN26K00502');
  const place = { start_sample: samples - 1, end_sample: null };
  await say(chief, id, { place });
  await pin(chief, id);
  await say(chief, id, {});
  const { items } = await readComments(db, technician, id);
  expect(items.map((one) => one.place)).toEqual([place, { start_sample: 1000, end_sample: 2000 }, null]);
  expect(items.map(({ answered, reply_to }) => [answered, reply_to])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
});

test('a position beyond the end, reversed, or on a case without a recording is refused', async () => {
  for (const place of [
    { start_sample: samples, end_sample: null },
    { start_sample: 5, end_sample: samples },
  ]) {
    expect(statusKind(await codeOf(say(chief, case_id, { place })))).toBe('invalid');
  }
  const none = await inWork('HN26K00503');
  await db.update(recordings).set({ purged_at: now }).where(eq(recordings.case_id, none));
  expect(await codeOf(pin(chief, none))).toBe('input/invalid');
  await db.delete(recordings).where(eq(recordings.case_id, none));
  expect(await codeOf(pin(chief, none))).toBe('input/invalid');
  expect((await readComments(db, chief, none)).items).toEqual([]);
  const { input } = talkRoutes.addComment;
  const said = { case_id: 1, content: 'x' };
  expect(input.safeParse({ ...said, place: { start_sample: 9, end_sample: 8 } }).success).toBe(false);
  expect(input.safeParse({ ...said, place: { start_sample: -1 } }).success).toBe(false);
  expect(input.parse({ ...said, place: { start_sample: 9 } }).place).toEqual({
    start_sample: 9,
    end_sample: null,
  });
});

test('the hospital reads no internal pin, writes none and answers none; another center finds nothing', async () => {
  const { comment_id } = await pin(chief, case_id);
  const open = await pin(chief, case_id, { internal: false });
  const { items } = await readComments(db, doctor, case_id);
  expect(items.map((one) => one.comment_id)).toEqual([open.comment_id]);
  expect(await codeOf(pin(doctor, case_id))).toBe('input/invalid');
  expect(await codeOf(answer(doctor, case_id, comment_id))).toBe('auth/role-never');
  expect(await codeOf(answer(outsider, case_id, comment_id))).toBe('object/not-found');
  expect(await codeOf(pin(outsider, case_id))).toBe('object/not-found');
  expect(await codeOf(readComments(db, outsider, case_id))).toBe('object/not-found');
  expect(await db.$count(pinAnswers, eq(pinAnswers.comment_id, comment_id))).toBe(0);
});

test('the assignee answers a pin once, by a click; user and time are stored with it', async () => {
  const { comment_id } = await pin(chief, case_id);
  const answered = await answer(technician, case_id, comment_id);
  expect(answered).toMatchObject({
    comment_id,
    content: 'Look here',
    answered: { by: { id: technician.id, name: 'technician' }, at: now.toISOString() },
  });
  const again = await codeOf(answer(chief, case_id, comment_id));
  expect([again, statusKind(again)]).toEqual(['case/pin-answered', 'conflict']);
  const { items } = await readComments(db, chief, case_id);
  expect(items.find((one) => one.comment_id === comment_id)?.answered?.by.id).toBe(technician.id);
});

test('of many who answer at once one succeeds', async () => {
  const { comment_id } = await pin(chief, case_id);
  const codes = await Promise.all(
    [technician, chief, technician, chief].map((caller) => codeOf(answer(caller, case_id, comment_id))),
  );
  expect(codes.toSorted()).toEqual([...Array<string>(3).fill('case/pin-answered'), 'done']);
});

test('a reply answers; later replies add no further answer', async () => {
  const { comment_id } = await pin(chief, case_id);
  const reply = await say(technician, case_id, { reply_to: comment_id });
  expect(reply).toMatchObject({ reply_to: comment_id, place: null, answered: null });
  await say(chief, case_id, { reply_to: comment_id });
  const { items } = await readComments(db, chief, case_id);
  expect(items.find((one) => one.comment_id === comment_id)?.answered).toEqual({
    by: { id: technician.id, name: 'technician' },
    at: now.toISOString(),
  });
  expect(items.filter((one) => one.reply_to === comment_id)).toHaveLength(2);
});

test('only users who work on the case answer, and only an internal pin of this case can be answered', async () => {
  const { comment_id } = await pin(office, case_id);
  expect(await codeOf(answer(technician2, case_id, comment_id))).toBe('case/not-yours');
  expect(await codeOf(say(technician2, case_id, { reply_to: comment_id }))).toBe('case/not-yours');
  expect(await codeOf(answer(office, case_id, comment_id))).toBe('auth/role-never');
  const plain = await say(chief, case_id, {});
  const open = await pin(chief, case_id, { internal: false });
  for (const other of [plain.comment_id, open.comment_id, 999_999]) {
    expect(await codeOf(answer(technician, case_id, other))).toBe('object/not-found');
    expect(await codeOf(say(technician, case_id, { reply_to: other }))).toBe('input/invalid');
  }
  const elsewhere = await inWork('HN26K00504');
  expect(await codeOf(answer(technician, elsewhere, comment_id))).toBe('object/not-found');
  expect(await codeOf(pin(technician, case_id, { reply_to: comment_id }))).toBe('input/invalid');
  expect(await codeOf(say(technician, case_id, { reply_to: comment_id, internal: false }))).toBe(
    'input/invalid',
  );
  expect(await answer(chief, case_id, comment_id)).toMatchObject({ answered: { by: { id: chief.id } } });
});

test('the case says who may answer; once it is closed nothing is pinned or answered', async () => {
  const id = await inWork('HN26K00505');
  const mayAnswer = async (caller: Caller) =>
    (await caseDetailFor(db, await seenCase(db, caller, id, 'case.read'), caller, now)).can_answer_pins;
  for (const [caller, may] of [
    [technician, true],
    [chief, true],
    [technician2, false],
    [doctor, false],
    [office, false],
  ] as const) {
    expect([caller.name, await mayAnswer(caller)]).toEqual([caller.name, may]);
  }
  const { comment_id } = await pin(chief, id);
  await act(db, chief, id, 'close', { comment: 'void' });
  expect(await codeOf(pin(chief, id))).toBe('case/closed');
  expect(await codeOf(answer(technician, id, comment_id))).toBe('case/closed');
  expect(kindOf('case/closed')).toBe('refused');
  expect(await mayAnswer(technician)).toBe(false);
});
