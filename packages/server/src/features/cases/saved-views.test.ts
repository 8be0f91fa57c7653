import { savedViewLimit } from '@rhythmdesk/contract/saved-views';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { beforeEach, expect, test } from 'vitest';
import { savedViews } from '../../platform/db/schema/saved-views.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { addView, changeView, deleteView, readSavedViews } from './saved-views.ts';
import { addCaller, addGroup, caseWorld, codeOf, now } from './test-cases.ts';
import { changeAsOwner } from '../../platform/db/test-place.ts';

const { db } = await testDatabase();
const world = await caseWorld(db);
const { chief, technician, technician2, doctor, otherDoctor } = world;
const otherCenter = await addGroup(db, { type: 'tech_center', name: 'Other center' });
const outsider = await addCaller(db, 'outsider', 'TECHNICIAN', otherCenter);
const manager = await addCaller(db, 'manager', 'MANAGER', world.hospital);
const admin = await addCaller(db, 'admin', 'ADMIN', await addGroup(db, { type: 'admin', name: 'House' }));

beforeEach(async () => {
  await db.delete(savedViews);
});

const save = (caller: Caller, name: string, search = 'view=overdue') =>
  addView(db, caller, { list: 'worklist', name, search }, now);
const share = async (caller: Caller, name: string, shared_role: RoleKey | null = null) =>
  changeView(
    db,
    caller,
    await save(caller, name),
    { shared_from: caller.actor.user_group_id, shared_role },
    now,
  );
const names = async (caller: Caller) => (await readSavedViews(db, caller)).map(({ name }) => name);

test('only the owner has a view, by name, until it is deleted', async () => {
  await save(technician, 'urgent', 'priority=urgent');
  const { id } = await save(technician, 'AF first', 'sort=-af_share');
  expect(await readSavedViews(db, technician)).toMatchObject([
    { name: 'AF first', search: 'sort=-af_share', list: 'worklist', shared: null, shared_by: null },
    { name: 'urgent', search: 'priority=urgent', version: 1 },
  ]);
  for (const other of [technician2, chief, admin, doctor]) expect(await names(other)).toEqual([]);
  await deleteView(db, technician, id);
  expect(await names(technician)).toEqual(['urgent']);
});

test('a chief shares with the center and its teams, and with nobody else', async () => {
  await share(chief, 'Night shift');
  const [seen] = await readSavedViews(db, technician);
  expect(seen).toMatchObject({
    name: 'Night shift',
    shared: { role_key: null },
    shared_by: { name: 'chief' },
  });
  expect(await names(technician2)).toEqual(['Night shift']);
  for (const other of [outsider, doctor, manager, admin]) expect(await names(other)).toEqual([]);
});

test('a view shared with one role is read by that role and its owner', async () => {
  await share(chief, 'For technicians', 'TECHNICIAN');
  const secondChief = await addCaller(db, 'chief2', 'CHIEF', world.center);
  expect([await names(technician), await names(secondChief), await names(chief)]).toEqual([
    ['For technicians'],
    [],
    ['For technicians'],
  ]);
});

test('a hospital shares only with itself: its center and the center’s other hospitals read nothing', async () => {
  await share(manager, 'Ward 3');
  expect([await names(doctor), await names(otherDoctor), await names(chief)]).toEqual([['Ward 3'], [], []]);
});

test('a view of an administrator is shared with everybody', async () => {
  await share(admin, 'Everywhere');
  for (const one of [outsider, doctor, technician]) expect(await names(one)).toEqual(['Everywhere']);
});

test.each([
  ['moved to another group', 'mover', { user_group_id: otherCenter }],
  ['sleeps', 'sleeper', { use_flag: 'D' }],
  ['may share no more', 'lowered', { role_key: 'TECHNICIAN' }],
  ['was withdrawn', 'gone', { deleted_at: now }],
])('a user who %s shares nothing any more', async (_, login, change) => {
  const sharer = await addCaller(db, login, 'CHIEF', world.center);
  await share(sharer, 'Left behind');
  expect(await names(technician)).toEqual(['Left behind']);
  await changeAsOwner(db, sharer.id, change);
  expect([await names(technician), await names(outsider)]).toEqual([[], []]);
});

test('nobody changes, shares or deletes another’s view, even if they can read it', async () => {
  const key = await share(chief, 'Ours');
  for (const other of [technician, outsider, admin]) {
    expect(await codeOf(changeView(db, other, key, { name: 'Mine' }, now))).toBe('object/not-found');
    expect(await codeOf(deleteView(db, other, key.id))).toBe('object/not-found');
  }
  expect(await names(chief)).toEqual(['Ours']);
});

test('an outdated change is refused, and a name exists once in a list, in upper or lower case', async () => {
  const first = await save(chief, 'Night');
  await changeView(db, chief, first, { search: 'view=mine' }, now);
  expect(await codeOf(changeView(db, chief, first, { name: 'Day' }, now))).toBe('view/stale-version');
  expect(await codeOf(save(chief, 'NIGHT'))).toBe('view/name-taken');
  const other = await save(chief, 'Other');
  expect(await codeOf(changeView(db, chief, other, { name: 'night' }, now))).toBe('view/name-taken');
  await save(technician, 'Night');
});

test('no more views than the limit are stored, even if two are saved at once', async () => {
  const rows = Array.from({ length: savedViewLimit - 1 }, (_, at) => ({
    user_id: chief.id,
    list: 'worklist',
    name: `view ${String(at)}`,
    search: '',
    updated_at: now,
  }));
  await db.insert(savedViews).values(rows);
  const tries = await Promise.allSettled([save(chief, 'one more'), save(chief, 'two more')]);
  expect(tries.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'fulfilled',
    'rejected',
  ]);
  expect(await codeOf(save(chief, 'three more'))).toBe('view/full');
});
