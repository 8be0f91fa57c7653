/**
 * Makes the n-th change of the disk fail, n = 1, 2, 3 … until none does. Meanwhile a file is written into the store,
 * set aside, put back or verified, or an upload is started and sent over HTTP.
 *
 * Invariants: a name refers to its whole bytes or to nothing; a failed action succeeds when repeated; errors have a
 * code and a message; an upload continues from the offset that the server reports, and its bytes are those that were
 * sent.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uploadsFolder } from '@rhythmdesk/server/app/installation-folders';
import { startWebPart } from '@rhythmdesk/server/testing/test-web-part';
import { openDiskStore } from '@rhythmdesk/server/platform/files/disk-store';
import { writeFrom, type FileStore } from '@rhythmdesk/server/platform/files/file-store';
import { z } from 'zod';
import { diskCodeFor, withBreakingDisk, type BreakingDisk } from './breaking-disk.ts';
import { invariant, type FaultProgram, type FaultReport, type FaultSize } from './fault-program.ts';
import { askToBegin, begunBy, offsetIn, sendPart, uploadOffsetOf } from './tus-client.ts';
import { withDatabase } from './throwaway-database.ts';

const mostChanges = 200;
const chunkBytes = 70_000;

async function* chunks(bytes: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes)
    yield await Promise.resolve(bytes.subarray(at, at + chunkBytes));
}

type Act = {
  readonly name: string;
  /** Prepares the state before the action; `run` is the action. */
  readonly prepare: (store: FileStore, bytes: Buffer) => Promise<string>;
  readonly run: (store: FileStore, bytes: Buffer, sha256: string) => Promise<unknown>;
};

const written = async (store: FileStore, bytes: Buffer): Promise<string> =>
  (await writeFrom(store, chunks(bytes))).sha256;

const acts: readonly Act[] = [
  { name: 'write a new file', prepare: () => Promise.resolve(''), run: written },
  { name: 'write a file that is there', prepare: written, run: written },
  { name: 'set a file aside', prepare: written, run: (store, _bytes, sha256) => store.remove(sha256) },
  {
    name: 'put a file back',
    prepare: async (store, bytes) => {
      const sha256 = await written(store, bytes);
      await store.remove(sha256);
      return sha256;
    },
    run: (store, _bytes, sha256) => store.putBack(sha256),
  },
  { name: 'prove a file', prepare: written, run: (store, _bytes, sha256) => store.prove(sha256) },
];

/** Breaks every change of one action in turn. Returns the number of changes. */
async function breakAct(store: FileStore, disk: BreakingDisk, { name, prepare, run }: Act): Promise<number> {
  for (let at = 1; at < mostChanges; at += 1) {
    const bytes = randomBytes(200_000);
    const before = await prepare(store, bytes);
    disk.arm(at, diskCodeFor(at));
    const outcome = await run(store, bytes, before).then(
      () => 'done',
      () => 'failed',
    );
    const struck = disk.disarm();
    const place = `${name}, change ${String(at)}`;
    const sha256 = before === '' ? await written(store, bytes) : before;
    const proof = await store.prove(sha256);
    invariant(proof !== 'damaged', `${place}: a name names its bytes or nothing`);
    if (!struck) {
      invariant(outcome === 'done', `${place}: unbroken it goes through`);
      return at - 1;
    }
    await store.putBack(sha256);
    await run(store, bytes, sha256);
    await store.putBack(sha256);
    invariant((await store.prove(sha256)) === 'whole', `${place}: done again it is whole`);
    invariant(
      (await store.read(sha256, { start: 0, length: bytes.length })).equals(bytes),
      `${place}: and reads as it was`,
    );
  }
  throw new Error(`${name} never went through`);
}

const problem = z.object({ code: z.string(), detail: z.string().min(1) });

async function wordsOf(answer: Response): Promise<string> {
  const parsed = problem.safeParse(await answer.json().catch(() => null));
  return parsed.success ? parsed.data.code : `no words at ${String(answer.status)}`;
}

type Sent = { readonly refusals: string[]; readonly upload_id: string | null };

/** Starts and sends an upload, and continues after each error from the offset that the server reports. */
async function send(address: string, token: string, hn_id: string, zip: Buffer): Promise<Sent> {
  const refusals: string[] = [];
  let answer = await askToBegin(address, token, { hn_id, bytes: zip.length });
  if (answer.status !== 201) {
    refusals.push(await wordsOf(answer));
    answer = await askToBegin(address, token, { hn_id, bytes: zip.length });
  }
  const begun = begunBy(answer);
  if (begun === null) return { refusals: [...refusals, await wordsOf(answer)], upload_id: null };
  const { upload_id } = begun;
  for (let tries = 0; tries < 4; tries += 1) {
    const offset = await uploadOffsetOf(address, begun);
    if (offset === zip.length) return { refusals, upload_id };
    const sent = await sendPart(address, begun, offset ?? 0, zip.subarray(offset ?? 0));
    if (sent.status === 204 && offsetIn(sent) === zip.length) return { refusals, upload_id };
    refusals.push(sent.status === 204 ? 'a part only' : await wordsOf(sent));
  }
  return { refusals, upload_id: null };
}

async function breakUpload(disk: BreakingDisk, size: FaultSize, report: FaultReport): Promise<void> {
  await withDatabase(async (database) => {
    const web = await startWebPart(database);
    try {
      const hospital = await web.addGroup(
        'hospital',
        'Hospital',
        await web.addGroup('tech_center', 'Center'),
      );
      const { token } = await web.addUser('doctor', 'DOCTOR', hospital);
      const zip = randomBytes(size === 'long' ? 900_000 : 300_000);
      const seen = new Map<string, number>();
      for (let at = 1; at < mostChanges; at += 1) {
        disk.arm(at, diskCodeFor(at));
        const hn_id = `HN6${String(at).padStart(5, '0')}`;
        const { refusals, upload_id } = await send(web.address, token, hn_id, zip);
        const struck = disk.disarm();
        for (const no of refusals) seen.set(no, (seen.get(no) ?? 0) + 1);
        invariant(
          !refusals.some((no) => no.startsWith('no words')),
          `upload, change ${String(at)}: ${refusals.join()}`,
        );
        invariant(
          upload_id !== null,
          `upload, change ${String(at)}: it is received in the end, after ${refusals.join()}`,
        );
        const file = path.join(uploadsFolder(web.platform.config.DATA_DIR), upload_id);
        invariant(
          (await readFile(file)).equals(zip),
          `upload, change ${String(at)}: what lies there is what was sent`,
        );
        if (struck) continue;
        report('upload: changes, each broken', at - 1);
        report('upload: refusals', [...seen].map(([code, n]) => `${code} ${String(n)}`).join(', '));
        return;
      }
      throw new Error('an upload never went through');
    } finally {
      await web.close();
    }
  });
}

export const writeFaults: FaultProgram = {
  name: 'write-faults',
  says: 'whichever change of the disk fails, a name has its bytes or does not exist, and uploads continue',
  run: async (size, report) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-writes-'));
    try {
      await withBreakingDisk(async (disk) => {
        const store = await openDiskStore(folder);
        for (const act of acts) report(`${act.name}: changes, each broken`, await breakAct(store, disk, act));
        await store.close();
        await breakUpload(disk, size, report);
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
