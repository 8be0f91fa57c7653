/** Tests two servers over one database and one folder: an upload has one writer, whichever server it uses. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sessionLocks } from '../../platform/db/session-locks.ts';
import { openUploads } from '../../app/open-uploads.ts';
import { startWeb } from '../../app/serve.ts';
import {
  bytesType,
  tusHeaders,
  uploadWorld,
  type Begun,
  type UploadWorld,
} from '../../testing/test-uploads.ts';

let world: UploadWorld;
let other: string;
let stop = (): Promise<void> => Promise.resolve();

beforeAll(async () => {
  world = await uploadWorld();
  const locks = sessionLocks(world.app, () => undefined);
  const platform = { ...world.platform, locks };
  const web = await startWeb(platform, await openUploads(platform), { strictAnswers: true, pages: null });
  other = web.address;
  stop = async () => {
    await web.stop();
    await locks.close();
  };
});
afterAll(() => stop());

let nextHn = 800_000;
const start = (size: number): Promise<Begun> =>
  world.begun(world.doctor.token, { hn_id: `HN${String((nextHn += 1))}` }, size);
const there = (upload: Begun): Begun => ({ ...upload, url: other + new URL(upload.url).pathname });
const offsetOf = (answer: Response): number => Number(answer.headers.get('upload-offset'));
const codeOf = async (answer: Response): Promise<string> =>
  z.object({ code: z.string() }).parse(await answer.json()).code;

/** Makes a request body of which `first` is sent and the rest held back until `finish`. */
function heldPatch(upload: Begun, first: string, rest: string) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(Buffer.from(first));
      void promise.then(() => {
        controller.enqueue(Buffer.from(rest));
        controller.close();
      });
    },
  });
  const answer = fetch(upload.url, {
    method: 'PATCH',
    headers: {
      ...tusHeaders,
      'upload-capability': upload.capability,
      'upload-offset': '0',
      'content-type': bytesType,
    },
    body,
    duplex: 'half',
  });
  return { answer, finish: () => resolve(undefined) };
}

/** Returns whether a node holds the writer's lock of an upload according to PostgreSQL. */
async function isHeld({ id }: Begun): Promise<boolean> {
  const found = await world.pool.query(
    `select 1 from pg_locks where locktype = 'advisory' and granted and
       ((classid::bigint << 32) | objid::bigint) = hashtextextended('rhythmdesk session lock upload ' || $1, 0)`,
    [id],
  );
  return found.rows.length > 0;
}

test('of two nodes that receive bytes for the same position at the same moment exactly one accepts them', async () => {
  const upload = await start(10);
  const first = heldPatch(upload, 'aaaa', 'aaaaaa');
  await expect.poll(() => isHeld(upload)).toBe(true);
  const second = await world.patch(there(upload), 0, Buffer.from('bbbbbbbbbb'));
  expect([second.status, await codeOf(second)]).toEqual([409, 'upload/offset']);
  first.finish();
  const answer = await first.answer;
  expect([answer.status, offsetOf(answer)]).toEqual([204, 10]);
  expect(await isHeld(upload)).toBe(false);
});

test('of twenty simultaneous requests one is accepted, and the other answers ask their senders to check again', async () => {
  for (let round = 0; round < 20; round += 1) {
    const upload = await start(1_000);
    const bytes = Buffer.alloc(500, 'x');
    const answers = await Promise.all([world.patch(upload, 0, bytes), world.patch(there(upload), 0, bytes)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(offsetOf(await world.ask('HEAD', there(upload)))).toBe(500);
  }
});

test('a request for an upload’s offset takes it over from a connection on another node', async () => {
  const upload = await start(10);
  const first = heldPatch(upload, 'aaaa', 'aaaaaa');
  await expect.poll(() => isHeld(upload)).toBe(true);
  const cut = first.answer.catch(() => null);
  const head = await world.ask('HEAD', there(upload));
  expect([head.status, offsetOf(head)]).toEqual([200, 4]);
  expect((await world.patch(there(upload), 4, Buffer.from('bbbbbb'))).status).toBe(204);
  first.finish();
  await cut;
  expect(offsetOf(await world.ask('HEAD', upload))).toBe(10);
});

test('a node whose connection broke releases its writers; another takes them over', async () => {
  const upload = await start(10);
  const first = heldPatch(there(upload), 'aaaa', 'aaaaaa');
  await expect.poll(() => isHeld(upload)).toBe(true);
  const cut = first.answer.catch(() => null);
  await world.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'rhythmdesk locks' and datname = current_database()`,
  );
  await cut;
  expect(offsetOf(await world.ask('HEAD', upload))).toBe(4);
  expect((await world.patch(upload, 4, Buffer.from('bbbbbb'))).status).toBe(204);
  first.finish();
});
