import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { notifications } from '../../platform/db/schema/notices.ts';
import { users } from '../../platform/db/schema/people.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readMentionable } from './mentions.ts';
import { addComment, readComments } from './talk.ts';
import { act, addCaller, addGroup, caseWorld, codeOf, now, readyCase } from './test-cases.ts';

const { db } = await testDatabase();
const world = await caseWorld(db);
const { doctor, otherDoctor, technician, technician2, chief } = world;
const otherCenter = await addGroup(db, { type: 'tech_center', name: 'Other center' });
const outsider = await addCaller(db, 'outsider', 'CHIEF', otherCenter);
const sleeper = await addCaller(db, 'sleeper', 'TECHNICIAN', world.center);
await db.update(users).set({ use_flag: 'D' }).where(eq(users.id, sleeper.id));
const nurse = await addCaller(db, 'nurse', 'DOCTOR', world.hospital);

const case_id = await readyCase(db, doctor, 'HN26K00401');
await act(db, doctor, case_id, 'request');
await act(db, chief, case_id, 'assign', { technician_id: technician.id });

const namesFor = async (caller: Caller, internal: boolean) =>
  (await readMentionable(db, caller, { case_id, internal })).items.map(({ name }) => name);

const say = (caller: Caller, mentions: readonly number[], internal = false) =>
  transact(db, (tx) =>
    addComment(tx, caller, { case_id, content: '@… please look', internal, mentions }, now),
  );

const notificationsOf = async (caller: Caller) =>
  (await db.select().from(notifications).where(eq(notifications.user_id, caller.id))).filter(
    ({ code }) => code === 'mentioned',
  );

test('the center mentions everybody who will read the comment: both institutions, or internally only its own', async () => {
  expect(await namesFor(technician, false)).toEqual(['chief', 'doctor', 'nurse', 'technician2']);
  expect(await namesFor(technician, true)).toEqual(['chief', 'technician2']);
});

test('the hospital mentions its own users and those of the center who have the case or commented on it', async () => {
  expect(await namesFor(doctor, false)).toEqual(['nurse', 'technician']);
  await say(chief, [], true);
  expect(await namesFor(doctor, false)).toEqual(['nurse', 'technician']);
  await say(chief, []);
  expect(await namesFor(doctor, false)).toEqual(['chief', 'nurse', 'technician']);
});

test('a mentioned user is notified once, with the HN ID and the author, and the comment names them', async () => {
  const comment = await say(technician, [technician2.id, doctor.id, technician2.id]);
  expect(comment.mentions.map(({ name }) => name)).toEqual(['technician2', 'doctor']);
  const [notified, ...more] = await notificationsOf(technician2);
  expect(more).toEqual([]);
  expect(notified).toMatchObject({
    patch_id: case_id,
    status: 'N',
    parameters: { hn_id: 'HN26K00401', user_name: 'technician' },
  });
  expect(await notificationsOf(nurse)).toEqual([]);
  const { items } = await readComments(db, doctor, case_id);
  expect(items.at(-1)?.mentions).toEqual([
    { id: technician2.id, name: 'technician2' },
    { id: doctor.id, name: 'doctor' },
  ]);
});

test.each([
  ['another hospital', otherDoctor, false],
  ['another center', outsider, false],
  ['somebody who sleeps', sleeper, false],
  ['the hospital in an internal comment', doctor, true],
  ['oneself', technician, false],
])('%s cannot be mentioned, and nothing of the comment is stored', async (_, person, internal) => {
  const before = (await readComments(db, chief, case_id)).items.length;
  expect(await codeOf(say(technician, [chief.id, person.id], internal))).toBe('input/invalid');
  expect((await readComments(db, chief, case_id)).items).toHaveLength(before);
  expect(await notificationsOf(chief)).toEqual([]);
});

test('a user who does not see the case learns nobody’s name', async () => {
  for (const other of [otherDoctor, outsider]) {
    expect(await codeOf(readMentionable(db, other, { case_id, internal: false }))).toBe('object/not-found');
  }
});
