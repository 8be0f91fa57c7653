/**
 * Kills a real server process while edits arrive: acknowledged edits are in the log, and nothing is in it twice. Tests
 * both a case's own log and that of a second reading.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { summarise } from '@rhythmdesk/ecg/rhythm/summarise';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSession } from '../people/sessions.ts';
import { analyses } from '../../platform/db/schema/analysis.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { readingEdits } from '../../platform/db/schema/reading.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { secondReadingEdits, secondReadings } from '../../platform/db/schema/second-readings.ts';
import { testDatabaseOfOwner, type TestDatabase } from '../../platform/db/test-database.ts';
import { openDiskStore } from '../../platform/files/disk-store.ts';
import { askAgain } from '../../testing/test-ask-again.ts';
import { startProcess, type ServerProcess } from '../../testing/test-process.ts';
import { openTestPage } from '../../testing/test-reading.ts';

let database: TestDatabase;
let folder: string;
let case_id: number;
let second_id: number;
/** Sessions of the reader and the second reader of the case. */
let tokens: { readonly first: string; readonly second: string };

/** Makes one beat per second for five minutes. */
function knownBeats() {
  const count = 300;
  const column = (value: number) => new Uint8Array(count).fill(value);
  const beats = {
    sampling_hz: 250,
    length: count * 250,
    samples: Uint32Array.from({ length: count }, (_, i) => 100 + i * 250),
    classes: column(1),
    templates: column(0),
    confidence: column(90),
    leads: column(0),
    onsets: column(10),
    offsets: column(12),
    af: column(0),
    shapes: [],
  };
  return { beats, quality: { seconds: count, leads: [new Uint8Array(count)], used: new Uint8Array(count) } };
}

async function storeBeats(): Promise<string> {
  const files = await openDiskStore(path.join(folder, 'files'));
  const writer = await files.create();
  await writer.write(encodeBeats(knownBeats()));
  const { sha256 } = await writer.commit();
  await files.close();
  return sha256;
}

async function addPeople() {
  const { db } = database;
  const group = async (type: 'admin' | 'tech_center' | 'hospital', tech_center_id: number | null = null) => {
    const [row] = await db.insert(userGroups).values({ type, name: type, tech_center_id }).returning();
    return row?.id ?? 0;
  };
  const person = async (user_id: string, role_key: 'ADMIN' | 'TECHNICIAN', user_group_id: number) => {
    const row = { user_id, name: user_id, password_hash: '', role_key, user_group_id };
    const [made] = await db.insert(users).values(row).returning();
    return made?.id ?? 0;
  };
  await person('boss', 'ADMIN', await group('admin'));
  const center = await group('tech_center');
  const hospital = await group('hospital', center);
  const technician = await person('technician', 'TECHNICIAN', center);
  return { center, hospital, technician, colleague: await person('colleague', 'TECHNICIAN', center) };
}

async function takenSecond(center_id: number, first_reader_id: number, reader_id: number): Promise<number> {
  const now = new Date();
  const [row] = await database.db
    .insert(secondReadings)
    .values({
      ...{ case_id, center_id, share: 100, first_reader_id, first_sequence: 0 },
      ...{ drawn_at: now, reader_id, taken_at: now },
    })
    .returning();
  return row?.second_id ?? 0;
}

beforeAll(async () => {
  database = await testDatabaseOfOwner();
  folder = await mkdtemp(path.join(tmpdir(), 'killed-reading-'));
  const { db } = database;
  const { center, hospital, technician, colleague } = await addPeople();
  const tokenOf = (user_id: number) => {
    const seen = { user_id, ip: '127.0.0.1', user_agent: '' };
    return startSession(db, seen, { idle_minutes: 120, absolute_hours: 12 }, new Date());
  };
  tokens = { first: await tokenOf(technician), second: await tokenOf(colleague) };
  const owner = {
    hospital_id: hospital,
    tech_center_id: center,
    owner_id: technician,
    uploader_group_id: center,
  };
  const work = { status: 'start', technician_id: technician, requested_date: new Date() };
  const [made] = await db
    .insert(cases)
    .values({ ...owner, ...work, hn_id: 'HN800002' })
    .returning();
  case_id = made?.case_id ?? 0;
  await db.insert(recordings).values({
    case_id,
    start_ms: 0,
    sampling_hz: 250,
    samples: 75_000,
    leads: [],
    pyramid: { header_bytes: 128, top_level: 1, level_sha256: [] },
    trace_sha256: '0'.repeat(64),
    gaps: [],
    events: [],
    hours: [],
    sparkline: Buffer.alloc(324, 255),
    analysable_share: 1,
    view_mismatches: 0,
  });
  const { beats, quality } = knownBeats();
  await db.insert(analyses).values({
    case_id,
    analysis_version: 1,
    state: 'done',
    engine_version: 'test',
    criteria: defaultCriteria,
    beats_sha256: await storeBeats(),
    summary: summarise(beats, quality, defaultCriteria),
  });
  second_id = await takenSecond(center, technician, colleague);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const callOn =
  (server: ServerProcess) =>
  (url: string, bearer: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) =>
    askAgain(() =>
      fetch(`${server.address}/api/v1/${url}`, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );

const numbersIn = {
  first: () =>
    database.db
      .select({ sequence: readingEdits.sequence })
      .from(readingEdits)
      .where(eq(readingEdits.case_id, case_id))
      .orderBy(readingEdits.sequence),
  second: () =>
    database.db
      .select({ sequence: secondReadingEdits.sequence })
      .from(secondReadingEdits)
      .where(eq(secondReadingEdits.second_id, second_id))
      .orderBy(secondReadingEdits.sequence),
};

type Which = keyof typeof numbersIn;
type Page = Awaited<ReturnType<typeof openTestPage>>;
type Log = {
  readonly which: Which;
  page: Page;
  readonly reading: ReturnType<Page['opened']>;
  readonly acknowledged: number[];
};

const stored = async (which: Which) => (await numbersIn[which]()).map(({ sequence }) => sequence);

async function openPage(server: ServerProcess, which: Which, page_id?: string): Promise<Page> {
  const second = which === 'second' ? second_id : undefined;
  const page = await openTestPage(callOn(server), tokens[which], case_id, page_id, second);
  await page.editLock('take');
  return page;
}

/** Sends three batches; the process is killed during the second. Returns what sends the others to the next process. */
async function sendUnderKill({ which, page, reading, acknowledged }: Log, round: number) {
  const [first, second, third] = [0, 1, 2].map((n) => {
    const samples = [page.base.beats.samples[10 * round + n] ?? 0];
    return page.batch(reading, [{ kind: 'relabel_beats', beats: { by: 'list', samples }, label: 'V' }]);
  });
  if (first === undefined || second === undefined || third === undefined) throw new Error('no batches');
  expect(await page.send(first)).toMatchObject({ status: 200 });
  acknowledged.push(first.after + 1);
  const under = page.send(second).then(
    (answer) => answer.status,
    () => 'cut off',
  );
  return async (next: Page): Promise<void> => {
    if ((await under) === 200) acknowledged.push(second.after + 1);
    expect(await stored(which)).toEqual(expect.arrayContaining(acknowledged));
    for (const body of [second, third]) expect(await next.send(body)).toMatchObject({ status: 200 });
    acknowledged.push(second.after + 1, third.after + 1);
  };
}

test('killed between and during edits, both readings have every acknowledged edit once', async () => {
  const rounds = 2;
  let server = await startProcess(database, folder);
  const logs = await Promise.all(
    (['first', 'second'] as const).map(async (which): Promise<Log> => {
      const page = await openPage(server, which);
      return { which, page, reading: page.opened(), acknowledged: [] };
    }),
  );
  for (let round = 0; round < rounds; round++) {
    // A batch is in progress when the process is killed; only the log shows whether it was stored.
    const sent = await Promise.all(logs.map((log) => sendUnderKill(log, round)));
    await server.kill();
    server = await startProcess(database, folder);
    for (const [at, log] of logs.entries()) {
      // A start on a busy machine may take longer than an edit lock waits for its holder.
      log.page = await openPage(server, log.which, log.page.page_id);
      await sent[at]?.(log.page);
    }
  }
  await server.kill();
  for (const { which, acknowledged } of logs) {
    expect(await stored(which)).toEqual(Array.from({ length: 3 * rounds }, (_, i) => i + 1));
    expect(new Set(acknowledged).size).toBe(3 * rounds);
  }
  for (const broken of ['broken_readings', 'broken_second_readings'])
    expect((await database.db.execute(sql.raw(`select * from ${broken}`))).rows).toEqual([]);
});
