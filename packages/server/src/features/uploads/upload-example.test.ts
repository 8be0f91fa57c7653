/** Runs the upload program of the documentation, also when its connection breaks. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { uploadWorld, type UploadWorld } from '../../testing/test-uploads.ts';
import { recordingZip } from './recording-zip.ts';
import { synthRecording } from './test-zip.ts';

const run = promisify(execFile);
let world: UploadWorld;
let folder: string;
beforeAll(async () => {
  world = await uploadWorld();
  folder = await mkdtemp(path.join(tmpdir(), 'upload-'));
  const file = path.join(import.meta.dirname, '../../../../../docs/integration.md');
  const [, program = ''] = /```js\n(\/\/ upload[\s\S]*?)```/.exec(await readFile(file, 'utf8')) ?? [];
  // A recording of a test is small; several parts are sent all the same.
  const parts = program.replace('4 * 2 ** 20', '10_000');
  expect(parts).not.toBe(program);
  await writeFile(path.join(folder, 'upload.mjs'), parts);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function send(
  address: string,
  hn_id: string,
): Promise<{ readonly said: string; readonly bytes: number }> {
  const zip = await recordingZip(synthRecording({ hn_id, seconds: 60, labels: ['I', 'II'] }));
  await writeFile(path.join(folder, 'patch.zip'), zip);
  const env = { ...process.env, RHYTHMDESK_URL: address, RHYTHMDESK_KEY: world.doctor.token };
  const { stdout } = await run(process.execPath, ['upload.mjs', 'patch.zip', hn_id], { cwd: folder, env });
  return { said: stdout.trim(), bytes: zip.length };
}

const history = z.object({ items: z.array(z.object({ upload_id: z.string(), hn_id: z.string() })) });

/** Checks the upload as the server does after its last byte, and returns its row of the history. */
async function becameOf(hn_id: string) {
  const { doctor, call, check, read } = world;
  const answer = await call(`upload/history?q=${hn_id}`, doctor.token);
  const [upload] = history.parse(await answer.json()).items;
  if (upload === undefined) throw new Error('no upload');
  await check(upload.upload_id);
  return read(doctor.token, upload.upload_id);
}

test('the program sends a recording in parts, and the history says what became of it', async () => {
  const { said, bytes } = await send(world.address, 'HN510001');
  expect(said).toBe(`sent ${String(bytes)} bytes`);
  expect(bytes).toBeGreaterThan(20_000);
  expect(await becameOf('HN510001')).toMatchObject({ state: 'done', received_bytes: bytes, code: null });
});

const pieceBytes = 100;

/**
 * Passes requests to the server; of the second part only a piece, after which the connection breaks. The next request
 * for the offset is answered as if that piece were not stored yet, as a server does that is still busy with it.
 */
async function breakingLine() {
  const seen = new Array<string>();
  const offsets = new Array<string>();
  const server = http.createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    seen.push(method);
    const count = seen.filter((each) => each === method).length;
    const pass = (sent: http.OutgoingHttpHeaders, onAnswer: (answer: http.IncomingMessage) => void) =>
      http.request(world.address + url, { method, headers: sent, agent: false }, onAnswer);
    if (method === 'PATCH' && count === 2) {
      request.once('data', (bytes: Buffer) => {
        const piece = pass({ ...headers, 'content-length': pieceBytes }, () => request.socket.destroy());
        piece.end(bytes.subarray(0, pieceBytes));
      });
      return;
    }
    const passed = pass(headers, (answer) => {
      offsets.push(String(answer.headers['upload-offset']));
      const early = method === 'HEAD' && count === 1 && { 'upload-offset': offsets.at(-2) };
      response.writeHead(answer.statusCode ?? 0, { ...answer.headers, ...early });
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { address: `http://127.0.0.1:${String(port)}`, seen, close: () => server.close() };
}

test('after a broken connection the program continues where the server is', async () => {
  const line = await breakingLine();
  const { said, bytes } = await send(line.address, 'HN510002').finally(line.close);
  expect(said).toBe(`sent ${String(bytes)} bytes`);
  expect(line.seen.slice(0, 5)).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD', 'PATCH']);
  expect(line.seen.slice(5, 7)).toEqual(['HEAD', 'PATCH']);
  expect(await becameOf('HN510002')).toMatchObject({ state: 'done', received_bytes: bytes, code: null });
});
