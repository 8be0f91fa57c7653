/** Tests the reading of a case through the real database, thread and routes. */
import { encodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { noTemplate } from '@rhythmdesk/ecg/beats/beat-table';
import { decodeLikeness } from '@rhythmdesk/ecg/reading/beat-likeness';
import { openReading } from '@rhythmdesk/ecg/reading/reading';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { templateGroups } from '@rhythmdesk/ecg/reading/template-groups';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { synthRecording } from '../uploads/test-zip.ts';
import { analyses } from '../../platform/db/schema/analysis.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { readingEdits, readingEditLocks } from '../../platform/db/schema/reading.ts';
import { analysisWorld, type AnalysisWorld } from '../../testing/test-analysis.ts';
import { openTestPage, refusalCode } from '../../testing/test-reading.ts';

let world: AnalysisWorld;
beforeAll(async () => {
  world = await analysisWorld();
});

let cases_ = 0;
/** Returns an analysed case that the technician works on. */
async function readable(change: Partial<typeof cases.$inferInsert> = {}): Promise<number> {
  const { bring, analyse, db, technician } = world;
  const hn_id = `HN31000${String((cases_ += 1))}`;
  const case_id = await bring(synthRecording({ hn_id, seconds: 40, patient: 'ventricular' }));
  await analyse(case_id);
  const working = { status: 'start', technician_id: technician.id, requested_date: new Date() };
  await db
    .update(cases)
    .set({ ...working, ...change })
    .where(eq(cases.case_id, case_id));
  return case_id;
}

const pageOf = (case_id: number, token = world.technician.token) => openTestPage(world.call, token, case_id);
const codeOf = (answer: { status: number; body: unknown }): [number, string] => [
  answer.status,
  refusalCode.parse(answer.body).code,
];
const rowsOf = (case_id: number) =>
  world.db.select().from(readingEdits).where(eq(readingEdits.case_id, case_id));

test('edits are stored, followed by every reader, and fold to the same reading', async () => {
  const case_id = await readable();
  const page = await pageOf(case_id);
  expect(await page.editLock('take')).toMatchObject({ status: 200, body: { here: true, may_take: true } });
  const [first = 0, second = 0] = page.base.beats.samples;
  const open = page.opened();
  const edits: ReadingEdit[] = [
    { kind: 'relabel_beats', beats: { by: 'list', samples: [first] }, label: 'V' },
    { kind: 'add_strip', start_sample: first, end_sample: second, caption: '動悸', order: 1 },
    { kind: 'judge_finding', finding: { kind: 'vt', start_sample: 1, end_sample: 2 }, verdict: 'accepted' },
  ];
  expect(await page.send(page.batch(open, edits))).toEqual({ status: 200, body: { case_id, sequence: 3 } });
  expect(await page.send(page.batch(open, [{ kind: 'undo', edit: 1 }]))).toMatchObject({ status: 200 });
  const follower = await pageOf(case_id, world.doctor.token);
  const read = await follower.read();
  expect(read).toMatchObject({ sequence: 4, analysis_version: 1, earlier_versions: [] });
  expect(read.edit_lock).toMatchObject({ holder: { id: world.technician.id }, here: false, may_take: false });
  const followed = follower.opened();
  followed.apply(read.edits);
  expect(followed.checksum()).toBe(open.checksum());
  expect((await follower.read(3)).edits.map(({ edit }) => edit)).toEqual([{ kind: 'undo', edit: 1 }]);
  const denied = await follower.send(follower.batch(followed, [{ kind: 'undo', edit: 2 }]));
  expect(codeOf(denied)).toEqual([403, 'auth/role-never']);
});

test('a batch sent again, also at once, is stored once; another one after the same edit is refused', async () => {
  const case_id = await readable();
  const page = await pageOf(case_id);
  await page.editLock('take');
  const [sample = 0] = page.base.beats.samples;
  const relabel = { kind: 'relabel_beats', beats: { by: 'list', samples: [sample] } } as const;
  const body = page.batch(page.opened(), [
    { ...relabel, label: 'S' },
    { ...relabel, label: 'V' },
  ]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => page.send(body)));
  expect(answers).toEqual(answers.map(() => ({ status: 200, body: { case_id, sequence: 2 } })));
  expect(await rowsOf(case_id)).toHaveLength(2);
  const other = page.batch(page.opened(), [{ ...relabel, label: 'F' }]);
  expect(codeOf(await page.send(other))).toEqual([409, 'reading/behind']);
  const ahead = openReading(page.base);
  ahead.apply([{ sequence: 1, analysis_version: 1, edit: { kind: 'undo', edit: 1 } }]);
  ahead.apply([{ sequence: 2, analysis_version: 1, edit: { kind: 'undo', edit: 1 } }]);
  ahead.apply([{ sequence: 3, analysis_version: 1, edit: { kind: 'undo', edit: 1 } }]);
  expect(codeOf(await page.send(page.batch(ahead, [{ ...relabel, label: 'F' }])))).toEqual([
    409,
    'reading/behind',
  ]);
  expect(await rowsOf(case_id)).toHaveLength(2);
});

test('if page and server compute different readings nothing is stored, and the right batch is accepted after it', async () => {
  const case_id = await readable();
  const page = await pageOf(case_id);
  await page.editLock('take');
  const [sample = 0] = page.base.beats.samples;
  const edit = { kind: 'relabel_beats', beats: { by: 'list', samples: [sample] }, label: 'S' } as const;
  const body = page.batch(page.opened(), [edit]);
  const wrong = { ...body, checksum: '0123456789abcdef' };
  expect(codeOf(await page.send(wrong))).toEqual([409, 'reading/checksum']);
  expect(await rowsOf(case_id)).toEqual([]);
  const other = { ...body, edits: [{ ...edit, label: 'V' }] };
  expect(codeOf(await page.send(other))).toEqual([409, 'reading/checksum']);
  expect(await page.send(body)).toMatchObject({ status: 200, body: { sequence: 1 } });
});

test('one page writes: another window takes the edit lock over, another user does not, and a minute frees it', async () => {
  const { db, technician } = world;
  const case_id = await readable();
  const [first, second] = [await pageOf(case_id), await pageOf(case_id)];
  const batch = first.batch(first.opened(), [{ kind: 'undo', edit: 1 }]);
  expect(codeOf(await first.send(batch))).toEqual([406, 'reading/no-edit-lock']);
  await first.editLock('take');
  expect(await first.send(batch)).toMatchObject({ status: 200 });
  expect(await second.editLock('take')).toMatchObject({ body: { here: true } });
  expect((await first.read()).edit_lock).toMatchObject({ here: false, may_take: true });
  const next = openReading(first.base);
  next.apply([{ sequence: 1, analysis_version: 1, edit: { kind: 'undo', edit: 1 } }]);
  expect(codeOf(await first.send(first.batch(next, [{ kind: 'undo', edit: 1 }])))).toEqual([
    406,
    'reading/no-edit-lock',
  ]);
  const gone = new Date(Date.now() - 61_000);
  await db.update(readingEditLocks).set({ seen_at: gone }).where(eq(readingEditLocks.case_id, case_id));
  expect((await first.read()).edit_lock).toMatchObject({ holder: null, may_take: true });
  await second.editLock('give_back');
  expect(await db.select().from(readingEditLocks).where(eq(readingEditLocks.case_id, case_id))).toEqual([]);
  const outsider = await pageOf(case_id, world.doctor.token);
  expect(codeOf(await outsider.editLock('take'))).toEqual([403, 'auth/role-never']);
  expect(technician.id).toBeGreaterThan(0);
});

test('a page returns its edit lock also after work on the case has ended', async () => {
  const { db } = world;
  for (const end of [{ status: 'assigned' }, { closed_at: new Date(), close_reason: 'test' }]) {
    const case_id = await readable();
    const [page, other] = [await pageOf(case_id), await pageOf(case_id)];
    await page.editLock('take');
    await db.update(cases).set(end).where(eq(cases.case_id, case_id));
    expect((await page.read()).edit_lock).toMatchObject({ holder: null, here: false });
    expect((await other.editLock('give_back')).status).not.toBe(200);
    expect(await page.editLock('give_back')).toMatchObject({ status: 200, body: { holder: null } });
    expect(await db.$count(readingEditLocks, eq(readingEditLocks.case_id, case_id))).toBe(0);
  }
});

test('a confirmer takes the edit lock while verifying, and the assignee requests it', async () => {
  const chief = await world.addUser('readingchief', 'CHIEF', await centerOf());
  const case_id = await readable({
    status: 'review',
    confirmer_id: chief.id,
    verification_requested_at: new Date(),
  });
  const [page, chiefs] = [await pageOf(case_id), await pageOf(case_id, chief.token)];
  await page.editLock('take');
  expect(await chiefs.editLock('take')).toMatchObject({ status: 200, body: { here: true } });
  expect(codeOf(await page.editLock('take'))).toEqual([406, 'reading/no-edit-lock']);
  expect(await page.editLock('ask')).toMatchObject({
    status: 200,
    body: { asked_by: { id: world.technician.id } },
  });
  expect((await chiefs.read()).edit_lock.asked_by).toMatchObject({ id: world.technician.id });
  await chiefs.editLock('give_back');
  expect(await page.editLock('take')).toMatchObject({ body: { here: true, asked_by: null } });
});

async function centerOf(): Promise<number> {
  const found = await world.db.execute(sql`select id::int as id from user_groups where type = 'tech_center'`);
  return Number(found.rows[0]?.['id']);
}

test('the first edit after a verification ends it, in the history, and later ones do not change the case’s version', async () => {
  const case_id = await readable({
    status: 'review',
    verified_at: new Date(),
    verification_requested_at: new Date(),
  });
  const page = await pageOf(case_id);
  await page.editLock('take');
  const open = page.opened();
  const version = async () => (await world.stateOf(case_id)).version ?? 0;
  const before = await version();
  const first = await page.send(page.batch(open, [{ kind: 'undo', edit: 1 }]));
  expect(first.body).toMatchObject({ version: before + 1 });
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  expect([row?.verified_at, await version()]).toEqual([null, before + 1]);
  const second = await page.send(page.batch(open, [{ kind: 'undo', edit: 1 }]));
  expect(second.body).not.toHaveProperty('version');
  expect(await version()).toBe(before + 1);
});

test('a later analysis with other beats keeps the edits by time, and accepts none made on the earlier one', async () => {
  const { db, files } = { ...world, files: world.analysis.files };
  const case_id = await readable();
  const page = await pageOf(case_id);
  await page.editLock('take');
  const { beats, quality } = page.base;
  const sample = beats.samples[10] ?? 0;
  const edit = { kind: 'relabel_beats', beats: { by: 'list', samples: [sample] }, label: 'F' } as const;
  const before = page.opened();
  await page.send(page.batch(before, [edit]));
  const later = { beats: { ...beats, samples: beats.samples.map((at) => at + 9) }, quality };
  const writer = await files.create();
  await writer.write(encodeBeats(later));
  const { sha256 } = await writer.commit();
  const [row] = await db.select().from(analyses).where(eq(analyses.case_id, case_id));
  if (row === undefined) throw new Error('no analysis');
  const { analysis_id: _, ...rest } = row;
  await db.insert(analyses).values({ ...rest, analysis_version: 2, beats_sha256: sha256 });
  expect(codeOf(await page.send(page.batch(before, [{ kind: 'undo', edit: 1 }])))).toEqual([
    409,
    'reading/other-analysis',
  ]);
  const read = await page.read();
  expect(read).toMatchObject({ analysis_version: 2, earlier_versions: [1] });
  const reopened = openReading(later, new Map([[1, beats]]));
  reopened.apply(read.edits);
  expect(reopened.reading().beats.classes[10]).toBe(4);
  const next = page.batch(reopened, [{ ...edit, beats: { by: 'list', samples: [sample + 9] } }], 2);
  expect(await page.send(next)).toMatchObject({ status: 200, body: { sequence: 2 } });
  reopened.apply([{ sequence: 3, analysis_version: 1, edit: { ...edit, label: 'V' } }]);
  const waiting = { after: 2, edits: [{ ...edit, label: 'V' }], checksum: reopened.checksum() };
  const sent = (made_on: number) => page.send({ ...next, ...waiting, made_on });
  expect(codeOf(await sent(3))).toEqual([409, 'reading/other-analysis']);
  expect(codeOf(await sent(2))).toEqual([409, 'reading/checksum']);
  expect(await sent(1)).toMatchObject({ status: 200, body: { sequence: 3 } });
  expect((await page.read()).edits.at(-1)).toMatchObject({ sequence: 3, analysis_version: 1 });
});

test('beats of a group are compared with one of them, or with their mean', async () => {
  const case_id = await readable();
  const { base } = await pageOf(case_id);
  const { samples, templates } = base.beats;
  const groups = templateGroups(base.beats).sort((a, b) => a.beats - b.beats);
  const { template: group = -1, first_sample: pressed = -1 } = groups[0] ?? {};
  const all = groups.map(({ template }) => template).join(',');
  const ask = async (query: string) => {
    const path = `recording/${String(case_id)}/beat-likeness?${query}`;
    const answer = await world.call(path, world.technician.token);
    return { status: answer.status, likeness: decodeLikeness(await answer.arrayBuffer()) };
  };
  const { status, likeness } = await ask(`templates=${all}&like=${String(pressed)}`);
  if (likeness === null) throw new Error(String(status));
  expect([...likeness.samples]).toEqual([...samples].filter((_, i) => templates[i] !== noTemplate));
  expect(likeness.like[likeness.samples.indexOf(pressed)]).toBe(255);
  const mean = (values: Uint8Array): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  expect(mean(likeness.like)).toBeGreaterThan(200);
  const between = await ask(`templates=${all}&like=${String(pressed + 120)}`);
  expect(mean(between.likeness?.like ?? likeness.like)).toBeLessThan(mean(likeness.like) - 50);
  expect(between.likeness?.main).toEqual(likeness.main);
  const alone = await ask(`templates=${String(group)}`);
  expect(alone.likeness?.samples.length).toBe(groups[0]?.beats);
  expect(alone.likeness?.like).toEqual(alone.likeness?.main);
  expect((await ask('templates=250')).likeness?.samples.length).toBe(0);
  expect((await ask('templates=1;2')).status).toBe(422);
});
