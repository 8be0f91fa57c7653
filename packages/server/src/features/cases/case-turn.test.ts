import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { testDatabase } from '../../platform/db/test-database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { addUserFile, adoptReport, bytesOf, listFiles } from './case-files.ts';
import { caseDetailFor } from './read-case.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import { act, caseWorld, now, readyCase, versionOf } from './test-cases.ts';
import { readHistory } from './talk.ts';

const { db } = await testDatabase();
const world = await caseWorld(db);
const { doctor, otherDoctor, technician, chief } = world;

async function detailOf(caller: Caller, case_id: number) {
  return caseDetailFor(db, await seenCase(db, caller, case_id, 'case.read'), caller, now);
}

async function adopt(case_id: number): Promise<void> {
  const version = await versionOf(db, case_id);
  await transact(db, (tx) =>
    adoptReport(tx, { case_id, version }, { caller: technician, request_id: 'test', now }),
  );
}

async function inAnalysis(hn_id: string): Promise<number> {
  const id = await readyCase(db, doctor, hn_id);
  await act(db, doctor, id, 'request');
  await act(db, technician, id, 'assign-to-me');
  await act(db, technician, id, 'start');
  return id;
}

async function requested(hn_id: string): Promise<number> {
  const id = await inAnalysis(hn_id);
  await adopt(id);
  await act(db, technician, id, 'review-request');
  await act(db, technician, id, 'request-verification', { confirmer_id: chief.id });
  return id;
}

test('the detail names the next step for each user who opens it', async () => {
  const id = await inAnalysis('HN26K00101');
  expect((await detailOf(technician, id)).next_step).toEqual({
    kind: 'owed',
    action: 'review-request',
    guard: 'report',
  });
  expect((await detailOf(doctor, id)).next_step).toEqual({
    kind: 'wait',
    action: 'review-request',
    on: 'assignee',
  });
});

test('a returned case says by whom and why until work continues, and verification is requested again', async () => {
  const id = await requested('HN26K00102');
  expect((await detailOf(technician, id)).next_step).toMatchObject({ kind: 'wait', on: 'confirmer' });
  await act(db, chief, id, 'return', { comment: 'Measure the PR interval too.' });
  const returned = await detailOf(technician, id);
  expect(returned.handback).toEqual({
    action: 'return',
    by: { id: chief.id, name: 'chief' },
    at: now.toISOString(),
    comment: 'Measure the PR interval too.',
  });
  // The reason why the chief returned it is internal to the center.
  expect((await detailOf(doctor, id)).handback).toBeNull();
  const reasonFor = async (who: typeof doctor) =>
    (await readHistory(db, who, id)).items.find(({ action }) => action === 'return')?.description;
  expect([await reasonFor(technician), await reasonFor(doctor)]).toEqual([
    'Measure the PR interval too.',
    '',
  ]);
  await adopt(id);
  expect((await detailOf(technician, id)).handback).toBeNull();
  await act(db, technician, id, 'review-request');
  expect((await detailOf(technician, id)).next_step).toEqual({
    kind: 'act',
    action: 'request-verification',
  });
});

test('a requested correction says so', async () => {
  const id = await requested('HN26K00103');
  await act(db, chief, id, 'verify');
  await act(db, technician, id, 'complete');
  await act(db, doctor, id, 'request-editing', { comment: '所見2の時刻を確認してください' });
  const opened = await detailOf(technician, id);
  expect(opened.handback).toMatchObject({ action: 'request-editing', by: { id: doctor.id } });
  expect(opened.next_step).toEqual({ kind: 'owed', action: 'complete-editing', guard: 'new-report' });
  // The chief who verifies the correction sees what the hospital asked for.
  await adopt(id);
  await act(db, technician, id, 'request-verification', { confirmer_id: chief.id });
  expect((await detailOf(chief, id)).handback).toMatchObject({ comment: '所見2の時刻を確認してください' });
  await act(db, chief, id, 'verify');
  await act(db, technician, id, 'complete-editing');
  expect((await detailOf(technician, id)).handback).toBeNull();
});

test('the hospital adds its own files until the case is assigned', async () => {
  const case_id = await readyCase(db, doctor, 'HN26K00104');
  const stored = { sha256: 'b'.repeat(64), bytes: 5 };
  const add = async (caller: Caller) =>
    transact(db, async (tx) =>
      addUserFile(tx, { case_id, version: await versionOf(db, case_id), filename: 'history.pdf' }, stored, {
        caller,
        request_id: 'test',
        now,
      }),
    );
  expect(await bytesOf(Readable.from([Buffer.from('hello')]))).toHaveLength(stored.bytes);
  expect((await detailOf(doctor, case_id)).can_add_user_file).toBe(true);
  await add(doctor);
  await expect(add(otherDoctor)).rejects.toMatchObject({ code: 'object/not-found' });
  await expect(add(technician)).rejects.toMatchObject({ code: 'auth/role-never' });
  await act(db, doctor, case_id, 'request');
  await add(doctor);
  await act(db, technician, case_id, 'assign-to-me');
  await expect(add(doctor)).rejects.toBeInstanceOf(Refusal);
  expect((await detailOf(doctor, case_id)).can_add_user_file).toBe(false);
  const { user_uploaded, technician_uploaded } = await listFiles(db, technician, case_id);
  expect(user_uploaded.map(({ filename }) => filename)).toEqual(['history.pdf', 'history.pdf']);
  expect(user_uploaded[0]?.created_by).toEqual({ id: doctor.id, name: 'doctor' });
  expect(technician_uploaded).toEqual([]);
});
