import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseFiles, cases, caseHistory } from '@rhythmdesk/server/platform/db/schema/cases';
import { notifications } from '@rhythmdesk/server/platform/db/schema/notices';
import { recordings, uploads } from '@rhythmdesk/server/platform/db/schema/recordings';
import { openDb } from '@rhythmdesk/server/platform/db/database';
import { testDatabase, type TestDatabase } from '@rhythmdesk/server/platform/db/test-database';
import { openDiskStore } from '@rhythmdesk/server/platform/files/disk-store';
import { Refusal } from '@rhythmdesk/server/platform/http/refusal';
import { CaseLoader } from './case-loader.ts';
import { casePlans, inLoadingOrder, type CasePlan } from './case-plans.ts';
import { callerNamed } from './demo-analysis.ts';
import { addPeople, type DemoWorld } from './demo-callers.ts';
import { openDemoPool } from './demo-pool.ts';
import { remarks } from './remarks.ts';

const now = new Date('2026-11-26T09:00:00Z');
const plans = casePlans(now);

let folder: string;
let database: TestDatabase;
let world: DemoWorld;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-files-'));
  database = await testDatabase();
  world = await addPeople(database.db, 'no password');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function counts(): Promise<number[]> {
  const { db } = database;
  const tables = [cases, caseHistory, caseFiles, recordings, uploads, notifications];
  return Promise.all(tables.map((table) => db.$count(table)));
}

async function load(plan: CasePlan, people: DemoWorld = world): Promise<void> {
  const files = await openDiskStore(folder);
  const pool = openDemoPool(database.app, 2);
  try {
    await new CaseLoader(openDb(pool), files, people, now).load(plan);
  } finally {
    await pool.end();
    await files.close();
  }
}

test('a case is loaded completely, its old notifications read, or not at all', async () => {
  const plan = plans.find(({ stage, signal }) => stage === 'complete' && !signal);
  if (plan === undefined) throw new Error('no such plan');
  await load(plan);
  const [row] = await database.db.select().from(cases);
  expect(row).toMatchObject({ hn_id: plan.hn_id, status: 'complete', recording_seconds: plan.seconds });
  const received = await database.db.select().from(notifications);
  expect(received.length).toBeGreaterThan(0);
  expect(received.filter(({ status }) => status !== 'Y')).toEqual([]);
  const before = await counts();
  // A doctor in place of the chief may not verify, so all earlier steps are rolled back.
  const doctor = callerNamed(world, 'demodoctor');
  const chiefs = [
    ['demochief', doctor],
    ['demochief2', doctor],
  ] as const;
  const wrong = { ...world, callers: new Map([...world.callers, ...chiefs]) };
  await expect(load({ ...plan, hn_id: 'HN26K99999' }, wrong)).rejects.toBeInstanceOf(Refusal);
  expect(await counts()).toEqual(before);
});

test('the conclusion of a case contradicts no figure of its recording', async () => {
  const read = plans.filter(({ stage, signal }) => stage === 'complete' && !signal).slice(1, 25);
  for (const plan of read) await load(plan);
  const rows = await database.db.select().from(cases);
  const said = read.map((plan) => {
    const row = rows.find(({ hn_id }) => hn_id === plan.hn_id);
    const kind = Object.entries(remarks[plan.language].findings).find(
      ([, text]) => text === row?.technician_comment,
    )?.[0];
    return { kind, ...plan, ...row };
  });
  const kinds = new Set(said.map(({ kind }) => kind));
  expect(kinds.size).toBeGreaterThan(3);
  expect(said.filter(({ kind }) => kind === undefined)).toEqual([]);
  const isOf = (words: string) => (one: (typeof said)[number]) => one.kind?.includes(words) === true;
  expect(said.filter(isOf('_af')).filter(({ af_share }) => (af_share ?? 0) === 0)).toEqual([]);
  expect(said.filter(isOf('sinus')).filter(({ af_share }) => (af_share ?? 0) > 0)).toEqual([]);
  expect(said.filter(isOf('ventricular')).filter(({ ve_count }) => ve_count === 0)).toEqual([]);
  expect(said.filter(isOf('pauses')).filter(({ pause_count }) => pause_count === 0)).toEqual([]);
});

test('cases in progress are loaded first, and every case once', () => {
  const { recent, old } = inLoadingOrder(plans);
  expect(new Set([...recent, ...old])).toEqual(new Set(plans));
  expect(recent.length + old.length).toBe(plans.length);
  expect(recent.every(({ signal }) => signal)).toBe(true);
  expect(old.every(({ signal, stage }) => !signal && stage === 'complete')).toBe(true);
  const short = recent.filter(({ seconds }) => seconds <= 1800);
  expect(recent.slice(0, short.length)).toEqual(short);
  for (const group of [short, old]) {
    const times = group.map(({ uploaded }) => uploaded.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  }
});
