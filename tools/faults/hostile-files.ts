/**
 * Sends zips and PDFs made to waste time, memory or space, all at once by one user while others work.
 *
 * Invariants: each is refused with a code at its first reading. The server survives and answers others; while any of
 * them waits, its main thread works no longer than a limit. Checking one file takes bounded work. Nothing of them
 * remains in the store or among the uploads, and memory returns to its earlier size. Work is processor time, so that a
 * busy machine does not change the result.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadsFolder, filesFolder } from '@rhythmdesk/server/app/installation-folders';
import {
  recordingFiles,
  recordingZip,
  type NamedBytes,
} from '@rhythmdesk/server/features/uploads/recording-zip';
import { rawZip, synthRecording } from '@rhythmdesk/server/features/uploads/test-zip';
import { bombedXref, plainPdf } from '@rhythmdesk/server/platform/files/test-pdf';
import { uploads } from '@rhythmdesk/server/platform/db/schema/recordings';
import { and, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { api, askAgain, codeOf } from './ask.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { withNode, type Nodes } from './nodes.ts';
import { mainThreadMs, processMs } from './processor-time.ts';
import { residentOf } from './resident.ts';
import { sendWhole } from './tus-client.ts';
import { until } from './until.ts';

const mb = 1024 ** 2;
const mostResident = 900 * mb;
/**
 * Longest time for which the main thread may be busy while somebody waits; it includes parts of all files sent at once.
 */
const mostBusyMs = 2_000;
/** For one file, over all threads and processes. */
const mostPerFileMs = 6_000;
/** Ten times the limit of processor time for one file. */
const longestUploadMs = 10 * mostPerFileMs;
const made = z.object({ case_id: z.number(), version: z.number() });

let xrefBomb: Buffer | undefined;
/** Packs 160 MB, and is therefore made once. */
const hostilePdf = (): Buffer => (xrefBomb ??= bombedXref(40_000_000));

type Hostile = readonly (readonly [what: string, make: (good: readonly NamedBytes[]) => Buffer])[];

const instead = (good: readonly NamedBytes[], name: string, fields: object) =>
  rawZip(good.map((entry) => (entry.name === name ? { ...entry, ...fields } : entry)));

const zips: Hostile = [
  ['a bomb', (good) => instead(good, 'Report.pdf', { bytes: Buffer.alloc(100 * mb) })],
  [
    'a bomb that lies',
    (good) => instead(good, 'Report.pdf', { bytes: Buffer.alloc(100 * mb), stated_bytes: 5_000 }),
  ],
  ['a hostile PDF', (good) => instead(good, 'Report.pdf', { bytes: hostilePdf() })],
  ['a signal of zeros', (good) => instead(good, 'TraceData.dat', { bytes: Buffer.alloc(100 * mb) })],
  ['a zip in a zip', (good) => instead(good, 'Report.pdf', { bytes: rawZip(good) })],
  ['an entry that climbs', (good) => rawZip([...good, { name: '../../x', bytes: Buffer.from('x') }])],
  ['a shadow folder', (good) => rawZip([...good, { name: '__MACOSX/._x', bytes: Buffer.alloc(100 * mb) }])],
  ['half a zip', (good) => rawZip(good).subarray(0, 900)],
  [
    'bytes at random',
    () => Buffer.from(Array.from({ length: 50_000 }, (_none, at) => (at * 2_654_435_761) >>> 11)),
  ],
  [
    'sixty thousand entries',
    () =>
      rawZip(
        Array.from({ length: 60_000 }, (_none, at) => ({
          name: `n${String(at)}`,
          bytes: Buffer.alloc(0),
          method: 0 as const,
        })),
      ),
  ],
];

async function sendZips({ nodes: [node], tokens }: Nodes, copies: number): Promise<Map<string, string>> {
  const sent = new Map<string, string>();
  let serial = 0;
  for (let copy = 0; copy < copies; copy += 1) {
    for (const [what, make] of zips) {
      serial += 1;
      const hn_id = `HN7${String(serial).padStart(5, '0')}`;
      const good = await recordingFiles(synthRecording({ hn_id, seconds: 10 }));
      await sendWhole(node?.address ?? '', tokens.doctor, hn_id, make(good));
      sent.set(hn_id, what);
    }
  }
  return sent;
}

/** Sends PDFs of a hospital for its own case; returns how many were refused. */
async function sendPdfs({ nodes: [node], tokens }: Nodes, count: number): Promise<number> {
  const address = node?.address ?? '';
  const patient = { patient_id: '1', patient_last_name: '田中', birth_date: '1954-03-12', gender: 'female' };
  const body = { ...patient, hn_id: 'HN799999' };
  const { case_id, version } = made.parse(
    (await askAgain(address, api('case/case'), tokens.doctor, { method: 'POST', body })).body,
  );
  const post = (bytes: Buffer) =>
    fetch(
      `${address}/${api(`case/case/${String(case_id)}/user-files`)}?version=${String(version)}&filename=a.pdf`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokens.doctor}`,
          'content-type': 'application/pdf',
          connection: 'close',
        },
        body: new Uint8Array(bytes),
      },
    );
  const answers = await Promise.all(Array.from({ length: count }, () => post(hostilePdf())));
  for (const answer of answers) {
    const no = { status: answer.status, ms: 0, body: await answer.json() };
    invariant(codeOf(no) === 'file/kind', `a hostile PDF is no PDF: ${JSON.stringify(no.body)}`);
  }
  invariant((await post(plainPdf())).status === 201, 'a plain one is accepted meanwhile');
  return answers.length;
}

/** Sends requests all the time as a colleague would; returns the longest wait. */
async function colleague({ nodes: [node], tokens }: Nodes, isOver: () => boolean) {
  const seen = { longestMs: 0, busiestMs: 0, requests: 0, resident: 0 };
  const busyMs = async (): Promise<number> => (await mainThreadMs(node?.pid ?? 0)) ?? 0;
  while (!isOver()) {
    const before = await busyMs();
    const answer = await askAgain(node?.address ?? '', api('case/views'), tokens.technician);
    seen.busiestMs = Math.max(seen.busiestMs, (await busyMs()) - before);
    invariant(answer.status === 200, `others are answered: ${JSON.stringify(answer.body).slice(0, 300)}`);
    seen.longestMs = Math.max(seen.longestMs, answer.ms);
    seen.resident = Math.max(seen.resident, await residentOf(node?.pid ?? 0));
    seen.requests += 1;
    await sleep(100);
  }
  return seen;
}

async function untilJudged({ database: { db } }: Nodes, hn_ids: Iterable<string>) {
  const all = [...hn_ids];
  const own = inArray(uploads.hn_id, all);
  const open = and(own, inArray(uploads.state, ['receiving', 'checking']));
  const isJudged = async (): Promise<boolean> => (await db.$count(uploads, open)) === 0;
  await until('every upload is judged', isJudged, longestUploadMs * all.length);
  const { hn_id, state, code } = uploads;
  return db.select({ hn_id, state, code }).from(uploads).where(own);
}

async function checkNothingLeft({ dataDir }: Nodes): Promise<void> {
  const left = await readdir(path.join(filesFolder(dataDir), 'unfinished'));
  invariant(left.length === 0, `nothing unfinished lies in the store: ${left.join()}`);
  const zipsLeft = (await readdir(uploadsFolder(dataDir))).filter((name) => /^[0-9a-f]{32}/.test(name));
  invariant(zipsLeft.length === 0, `no refused zip lies among the uploads: ${zipsLeft.join()}`);
}

async function attack(context: Nodes, copies: number, pdfCount: number, report: FaultReport): Promise<void> {
  const { nodes, database, tokens } = context;
  const [node] = nodes;
  const workMs = async (): Promise<number> => (await processMs(node?.pid ?? 0)) ?? 0;
  const workBefore = await workMs();
  let isOver = false;
  const watching = colleague(context, () => isOver);
  watching.catch(() => undefined);
  const sent = await sendZips(context, copies);
  const pdfs = await sendPdfs(context, pdfCount);
  const judged = await untilJudged(context, sent.keys());
  isOver = true;
  const { longestMs, busiestMs, requests, resident } = await watching;
  const perFileMs = ((await workMs()) - workBefore) / (judged.length + pdfs);
  for (const { hn_id, state, code } of judged)
    invariant(
      state === 'refused' && code !== null,
      `${sent.get(hn_id) ?? ''} is refused by a code, not ${state}`,
    );
  const again = sql`select 1 from graphile_worker.jobs where task_identifier = 'check-upload'`;
  invariant((await database.db.execute(again)).rows.length === 0, 'none is tried again');
  invariant(node?.isAlive() === true, 'the server lives');
  await checkNothingLeft(context);
  const good = await recordingZip(synthRecording({ hn_id: 'HN799998', seconds: 10 }));
  await sendWhole(node.address, tokens.doctor, 'HN799998', good);
  const [last] = await untilJudged(context, ['HN799998']);
  invariant(last?.state === 'done', 'a good one is read after them');
  report('zips refused', [...new Set(judged.map(({ code }) => code ?? ''))].sort().join(', '));
  report('PDFs refused', pdfs);
  report('answers to others meanwhile, and the slowest, ms', `${String(requests)}, ${longestMs.toFixed(0)}`);
  report('main thread at work while one of them waited, at most, ms', busiestMs);
  report('processor time for one file, ms', perFileMs.toFixed(0));
  report('most resident memory, MB', (resident / mb).toFixed(0));
  invariant(resident < mostResident, 'memory stays bounded');
  invariant(requests > 2 && busiestMs < mostBusyMs, 'work of others delays no request');
  invariant(perFileMs < mostPerFileMs, 'a hostile file needs limited work');
}

export const hostileFiles: FaultProgram = {
  name: 'hostile-files',
  says: 'zips and PDFs made to cost time, memory or space are refused once, and no other request waits',
  run: (size, report, count) => {
    const copies = count ?? (size === 'long' ? 10 : 1);
    const pdfs = size === 'long' ? copies * 4 : copies;
    return withNode(size, (context) => attack(context, copies, pdfs, report));
  },
};
