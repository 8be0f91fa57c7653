/**
 * Provides a center that selects all completed cases for a second reading, its users, and completely read cases, for
 * tests of second readings.
 */
import { secondRoutes, type SecondDetail } from '@rhythmdesk/contract/second-readings';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { synthRecording } from '../features/uploads/test-zip.ts';
import { caseFiles, cases } from '../platform/db/schema/cases.ts';
import { userGroups, users } from '../platform/db/schema/people.ts';
import { secondReadings } from '../platform/db/schema/second-readings.ts';
import { analysisWorld } from './test-analysis.ts';
import { openTestPage } from './test-reading.ts';

type World = Awaited<ReturnType<typeof analysisWorld>>;
type Person = { readonly id: number; readonly token: string };

/** Words that occur only in what the first reader wrote. */
export const firstWords = { caption: '最初の所見', comment: 'first-reader-comment' } as const;

async function peopleOf(world: World) {
  const { db, technician, addUser, addGroup } = world;
  const [row] = await db.select({ id: users.user_group_id }).from(users).where(eq(users.id, technician.id));
  const center = row?.id ?? 0;
  const far = await addGroup('tech_center', 'Far center');
  await db.update(userGroups).set({ second_reading_share: 100 });
  return {
    center_id: center,
    colleague: await addUser('colleague', 'TECHNICIAN', center),
    other: await addUser('othercolleague', 'TECHNICIAN', center),
    chief: await addUser('secondchief', 'CHIEF', center),
    head: await addUser('head', 'CENTER', center),
    farTechnician: await addUser('fartechnician', 'TECHNICIAN', far),
    farChief: await addUser('farchief', 'CHIEF', far),
    farHead: await addUser('farhead', 'CENTER', far),
  };
}

type Post = (path: string, who: Person, body?: object) => Promise<{ status: number; body: unknown }>;

const postTo =
  ({ call }: World): Post =>
  async (path, who, body = {}) => {
    const answer = await call(path, who.token, { method: 'POST', body });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : z.unknown().parse(JSON.parse(text)) };
  };

/** Returns an analysed case assigned to the technician, not yet started. */
async function assigned({ db, technician, bring, analyse }: World, serial: number): Promise<number> {
  const hn_id = `HN37000${String(serial)}`;
  const case_id = await bring(synthRecording({ hn_id, seconds: 60, patient: 'ventricular' }));
  await analyse(case_id);
  const work = { status: 'assigned', technician_id: technician.id, requested_date: new Date() };
  await db.update(cases).set(work).where(eq(cases.case_id, case_id));
  const file = { filename: 'Report.pdf', media_type: 'application/pdf', size_bytes: 1, side: 'request' };
  await db.insert(caseFiles).values({ case_id, ...file, kind: 'report', sha256: 'a'.repeat(64) });
  return case_id;
}

/** Performs the first reader's edits: some beats classified as supraventricular, a strip and a comment. */
async function readFirst({ call, technician }: World, post: Post, case_id: number, named: number) {
  const page = await openTestPage(call, technician.token, case_id);
  await page.editLock('take');
  const samples = [...page.base.beats.samples.slice(2, 2 + named)];
  const edits: ReadingEdit[] = [
    { kind: 'relabel_beats', beats: { by: 'list', samples }, label: 'S' },
    { kind: 'add_strip', start_sample: 1, end_sample: 500, caption: firstWords.caption, order: 1 },
  ];
  const sent = await page.send(page.batch(page.opened(), edits));
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  await post(`case/case/${String(case_id)}/comments`, technician, { content: firstWords.comment });
}

function casesOf(world: World, post: Post) {
  const { db, technician, password } = world;
  let serial = 0;
  const act = async (case_id: number, action: string, more: object = {}) => {
    const [row] = await db.select({ version: cases.version }).from(cases).where(eq(cases.case_id, case_id));
    const body = { version: row?.version ?? 0, ...more };
    const done = await post(`case/case/${String(case_id)}/${action}`, technician, body);
    if (done.status !== 200) throw new Error(`${action}: ${JSON.stringify(done.body)}`);
  };
  /** Returns a case that the technician is reading. */
  const started = async (named = 3): Promise<number> => {
    const case_id = await assigned(world, (serial += 1));
    await act(case_id, 'start');
    await readFirst(world, post, case_id, named);
    return case_id;
  };
  /** Returns a case that the technician has read, reported and completed. */
  const completed = async (named = 3): Promise<number> => {
    const case_id = await started(named);
    await act(case_id, 'adopt-report');
    await act(case_id, 'review-request');
    await act(case_id, 'complete', { password, open_words: 'Not all of the recording was looked at.' });
    return case_id;
  };
  const rowsOf = (case_id: number) =>
    db
      .select()
      .from(secondReadings)
      .where(eq(secondReadings.case_id, case_id))
      .orderBy(secondReadings.second_id);
  /** Returns a completed case with the number of its second reading. */
  const drawn = async (named?: number) => {
    const case_id = await completed(named);
    const [row] = await rowsOf(case_id);
    if (row === undefined) throw new Error('not drawn');
    return { case_id, second_id: row.second_id };
  };
  return { started, completed, rowsOf, drawn };
}

function asksOf({ call }: World, post: Post) {
  const list = async (who: Person, query = '') => {
    const answer = await call(`second-readings?size=100${query}`, who.token);
    if (answer.status !== 200) throw new Error(`${String(answer.status)} ${await answer.text()}`);
    return secondRoutes.secondReadings.output.parse(await answer.json());
  };
  const detail = async (second_id: number, who: Person): Promise<SecondDetail | number> => {
    const answer = await call(`second-readings/${String(second_id)}`, who.token);
    if (answer.status !== 200) return answer.status;
    return secondRoutes.secondReading.output.parse(await answer.json());
  };
  const take = (second_id: number, who: Person) => post(`second-readings/${String(second_id)}/take`, who);
  const finish = (second_id: number, who: Person, sequence: number) =>
    post(`second-readings/${String(second_id)}/finish`, who, { sequence });
  return { list, detail, take, finish };
}

export async function secondWorld() {
  const world = await analysisWorld();
  const people = await peopleOf(world);
  const post = postTo(world);
  return { ...world, ...people, post, ...casesOf(world, post), ...asksOf(world, post) };
}
export type SecondWorld = Awaited<ReturnType<typeof secondWorld>>;
