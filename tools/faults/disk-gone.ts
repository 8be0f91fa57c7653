/**
 * Makes the disk with the recordings read-only, removes it, or removes it and leaves its empty folder, while the
 * database keeps running.
 *
 * Invariants: requests that need the disk get an error that says to try again later, never that data is gone, missing
 * or damaged; everything else works; `/readyz` reports the fault; nothing is written in place of the disk. Once the
 * disk is back, everything continues by itself and nothing acknowledged is lost: half-sent uploads continue from their
 * offset, received ones become cases.
 */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { filesFolder, uploadsFolder } from '@rhythmdesk/server/app/installation-folders';
import { recordingZip } from '@rhythmdesk/server/features/uploads/recording-zip';
import { synthRecording } from '@rhythmdesk/server/features/uploads/test-zip';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { api, ask, askAgain, codeOf, health } from './ask.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { newJournal, checkJournal, writeOnce, type Journal } from './journal.ts';
import { withNode, type Nodes } from './nodes.ts';
import { askToBegin, beginUpload, sendPart, sendWhole, uploadOffsetOf, type Begun } from './tus-client.ts';
import { until } from './until.ts';

const comeBack = 'server/unavailable';
const problem = z.object({ code: z.string(), detail: z.string().min(1) });
const caseRow = z.array(z.object({ case_id: z.coerce.number() }));
const stateRow = z.array(z.object({ state: z.string() }));

/** One way in which a disk fails. */
type Failure = {
  readonly name: string;
  readonly trouble: string;
  /** Whether its content can still be read. */
  readonly reads: boolean;
  readonly break: (dataDir: string) => Promise<void>;
  /** Repairs the disk; returns what was written in its place meanwhile. */
  readonly mend: (dataDir: string) => Promise<readonly string[]>;
};

const foldersIn = (dataDir: string): string[] => [filesFolder(dataDir), uploadsFolder(dataDir)];
const pulled = (folder: string): string => `${folder}.pulled`;

const pulledOut: Failure = {
  name: 'pulled out',
  trouble: 'files-away',
  reads: false,
  break: async (dataDir) => {
    for (const folder of foldersIn(dataDir)) await rename(folder, pulled(folder));
  },
  mend: async (dataDir) => {
    const left = (await readdir(dataDir)).filter((name) => ['files', 'uploads'].includes(name));
    for (const folder of foldersIn(dataDir)) await rename(pulled(folder), folder);
    return left;
  },
};

/** What a mount point looks like if nothing is mounted. */
const emptyPlace: Failure = {
  name: 'pulled out, its empty place left',
  trouble: 'files-away',
  reads: false,
  break: async (dataDir) => {
    await pulledOut.break(dataDir);
    for (const folder of foldersIn(dataDir)) await mkdir(folder);
  },
  mend: async (dataDir) => {
    const left: string[] = [];
    for (const folder of foldersIn(dataDir)) {
      left.push(...(await readdir(folder)));
      if (left.length === 0) await rmdir(folder);
      else await rm(folder, { recursive: true });
      await rename(pulled(folder), folder);
    }
    return left;
  },
};

/** Removes or restores write permission on every folder below; root can write in any case. */
async function setWritable(folder: string, mode: number): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await setWritable(path.join(folder, entry.name), mode);
    else await chmod(path.join(folder, entry.name), mode & 0o666);
  await chmod(folder, mode);
}

const readOnlyByRights: Failure = {
  name: 'read-only, by its rights',
  trouble: 'files-read-only',
  reads: true,
  break: async (dataDir) => {
    for (const folder of foldersIn(dataDir)) await setWritable(folder, 0o500);
  },
  mend: async (dataDir) => {
    for (const folder of foldersIn(dataDir)) await setWritable(folder, 0o700);
    return [];
  },
};

/** For root, the disk must be mounted read-only. */
const readOnlyByMount: Failure = {
  name: 'read-only, by its mount',
  trouble: 'files-read-only',
  reads: true,
  break: (dataDir) => {
    for (const folder of foldersIn(dataDir)) {
      execFileSync('mount', ['--bind', folder, folder]);
      execFileSync('mount', ['-o', 'remount,bind,ro', folder]);
    }
    return Promise.resolve();
  },
  mend: (dataDir) => {
    for (const folder of foldersIn(dataDir)) execFileSync('umount', ['-l', folder]);
    return Promise.resolve([]);
  },
};

const isRoot = process.getuid?.() === 0;
const failures: readonly Failure[] = [
  pulledOut,
  emptyPlace,
  isRoot && process.platform === 'linux' ? readOnlyByMount : readOnlyByRights,
];

type FaultContext = Nodes & { readonly journal: Journal };

const addressOf = ({ nodes: [node] }: Nodes): string => node?.address ?? '';

async function codeIn(answer: Response): Promise<string> {
  const parsed = problem.safeParse(await answer.json().catch(() => null));
  return parsed.success ? parsed.data.code : `no words at ${String(answer.status)}`;
}

const smallZip = (hn_id: string, seed: number): Promise<Buffer> =>
  recordingZip(synthRecording({ hn_id, seconds: 30, seed }));

async function untilCase({ database: { db } }: Nodes, upload_id: string): Promise<number> {
  const query = sql`select case_id from uploads where upload_id = ${upload_id} and state = 'done'`;
  let found: { readonly case_id: number } | undefined;
  await until(
    'a received upload becomes its case',
    async () => (found = caseRow.parse((await db.execute(query)).rows)[0]) !== undefined,
  );
  return found?.case_id ?? 0;
}

const tile = (context: Nodes, case_id: number, index: number) =>
  ask(
    addressOf(context),
    api(`recording/${String(case_id)}/tile/0/0/${String(index)}`),
    context.tokens.technician,
  );

async function checkRefused(context: FaultContext, failure: Failure, kept: Begun, case_id: number) {
  const address = addressOf(context);
  const { doctor } = context.tokens;
  const codes: string[] = [];
  codes.push(await codeIn(await askToBegin(address, doctor, { hn_id: 'HN788888', bytes: 1_000 })));
  codes.push(await codeIn(await sendPart(address, kept, 400, Buffer.alloc(100))));
  invariant(
    codes.every((code) => code === comeBack),
    `${failure.name}: uploads get the answer to come back, not ${codes.join()}`,
  );
  invariant(
    (await uploadOffsetOf(address, kept)) === (failure.reads ? 400 : null),
    `${failure.name}: an upload stands where it stood, or nothing is said of it`,
  );
  const read = await tile(context, case_id, 0);
  const fits = failure.reads ? read.status === 200 : codeOf(read) === comeBack;
  invariant(
    fits,
    `${failure.name}: reading is answered: ${String(read.status)} ${JSON.stringify(read.body).slice(0, 200)}`,
  );
}

async function checkGoesOn(context: FaultContext, { name, trouble }: Failure): Promise<void> {
  const address = addressOf(context);
  for (let at = 0; at < 5; at += 1)
    invariant(
      (await writeOnce(context.journal, address, context.tokens.doctor, askAgain)) === 201,
      `${name}: cases go on`,
    );
  invariant(
    (await askAgain(address, api('case/views'), context.tokens.chief)).status === 200,
    `${name}: lists go on`,
  );
  const [ready, alive] = [await health(address, 'readyz'), await health(address, 'healthz')];
  invariant(ready?.troubles.includes(trouble) === true, `${name}: /readyz says ${trouble}`);
  invariant(alive?.code === 200, `${name}: /healthz stays`);
}

async function failOnce(context: FaultContext, failure: Failure, at: number): Promise<void> {
  const address = addressOf(context);
  const { doctor } = context.tokens;
  const hnId = (kind: number): string => `HN78${String(kind)}${String(at).padStart(3, '0')}`;
  const read = await sendWhole(address, doctor, hnId(0), await smallZip(hnId(0), at));
  const case_id = await untilCase(context, read);
  const zip = await smallZip(hnId(1), at + 10);
  const kept = await beginUpload(address, doctor, { hn_id: hnId(1), bytes: zip.length });
  invariant((await sendPart(address, kept, 0, zip.subarray(0, 400))).status === 204, 'a part is accepted');
  const late = await sendWhole(address, doctor, hnId(2), await smallZip(hnId(2), at + 20));
  await failure.break(context.dataDir);
  // Repaired even if an invariant is broken, because a mount would remain otherwise.
  const broken = await checkRefused(context, failure, kept, case_id)
    .then(() => checkGoesOn(context, failure))
    .then(
      () => null,
      (fault: unknown) => (fault instanceof Error ? fault : new Error(String(fault))),
    );
  const left = await failure.mend(context.dataDir);
  if (broken !== null) throw broken;
  invariant(left.length === 0, `${failure.name}: nothing is written in its place: ${left.join()}`);
  await until('it is ready by itself', async () => (await health(address, 'readyz'))?.troubles.length === 0);
  invariant(
    (await uploadOffsetOf(address, kept)) === 400,
    `${failure.name}: a half-sent upload stands where it stood`,
  );
  invariant((await sendPart(address, kept, 400, zip.subarray(400))).status === 204, 'it continues');
  invariant(
    (await tile(context, case_id, 0)).status === 200,
    `${failure.name}: what was stored is read again`,
  );
  await untilCase(context, kept.upload_id);
  await untilCase(context, late);
}

async function checkNothingSaidOfDamage({ database: { db } }: Nodes): Promise<void> {
  const query = sql`select code as state from notifications where code = 'file-damaged'`;
  const found = stateRow.parse((await db.execute(query)).rows);
  invariant(found.length === 0, 'nobody is notified of damage while a disk is away');
}

async function failInTurn(context: Nodes, rounds: number, report: FaultReport): Promise<void> {
  const all: FaultContext = { ...context, journal: newJournal() };
  for (let round = 0; round < rounds; round += 1)
    for (const [at, failure] of failures.entries())
      await failOnce(all, failure, round * failures.length + at);
  invariant(context.nodes[0]?.isAlive() === true, 'the server lives');
  await checkNothingSaidOfDamage(context);
  await checkJournal(all.journal, context.database.db);
  report('ways in which the disk failed', failures.map(({ name }) => name).join('; '));
  report('rounds of each', rounds);
  report('recordings received, each a case', rounds * failures.length * 3);
  report('acknowledged writes meanwhile, none lost', all.journal.acknowledged.size);
}

export const diskGone: FaultProgram = {
  name: 'disk-gone',
  says: 'a read-only or missing disk is reported, refused with a text, and loses nothing once it is back',
  run: (size, report, count) =>
    withNode(size, (context) => failInTurn(context, count ?? (size === 'long' ? 10 : 1), report)),
};
