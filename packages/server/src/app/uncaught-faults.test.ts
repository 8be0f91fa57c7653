/** Tests requests and jobs whose code throws where nothing catches it, against the process's rule for such faults. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';

/**
 * A server of which each path fails in its own way, after the request's code has returned. A path below `/job` runs a job
 * that fails in this way and never ends by itself; the response says how it ended.
 */
const program = `
  import { createServer } from 'node:http';
  import { PassThrough } from 'node:stream';
  import { runHandler } from '${join(import.meta.dirname, '../platform/jobs/run-handler.ts')}';
  import { serveAs } from '${join(import.meta.dirname, '../platform/http/serve-request.ts')}';
  import { stopOnSignals } from '${join(import.meta.dirname, 'stop-signals.ts')}';
  const log = { info() {}, error: (given, words) => console.log(words), fatal: (given, words) => console.log(words) };
  stopOnSignals({ log, stop: async () => undefined, abandon: async () => undefined });
  const fail = () => { throw new Error('a fault'); };
  const faults = {
    '/timer': () => void setTimeout(fail, 1),
    '/promise': () => void Promise.resolve().then(fail),
    '/stream': (request) => {
      const stream = new PassThrough();
      request.once('aborted', () => stream.destroy(new Error('broken off')));
      request.pipe(stream);
      setTimeout(() => request.destroy(), 1);
    },
    '/cut': (request) => void request.once('aborted', fail),
    '/data': (request) => void request.once('data', fail),
  };
  const jobs = {
    '/job/timer': () => void setTimeout(fail, 1),
    '/job/promise': () => void Promise.resolve().then(fail),
    '/job/stream': () => void new PassThrough().destroy(new Error('a fault')),
  };
  const runJob = async (path) => {
    let asked = 'not asked to end';
    const handle = (signal) => new Promise(() => {
      signal.addEventListener('abort', () => (asked = 'asked to end'));
      jobs[path]();
    });
    const fault = await runHandler(handle, new AbortController().signal).catch(({ message }) => message);
    return fault + ', ' + asked;
  };
  const server = createServer((request, response) => {
    if (request.url === '/fine') response.end('fine');
    else if (request.url in jobs) runJob(request.url).then((words) => response.end(words));
    else serveAs(request, response, () => faults[request.url](request));
  });
  process.stdin.once('data', fail);
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const nextLine = async (): Promise<string> => String((await lines.next()).value);
const port = Number(await nextLine());
afterAll(() => child.kill('SIGKILL'));

/** Sends half a body, and waits until the server has closed the connection. */
async function sendHalf(path: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf`);
  await new Promise((resolve) => socket.once('close', resolve));
}

test('an error after the client has left ends nothing else', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST /cut HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf`, () =>
    socket.resetAndDestroy(),
  );
  expect(await nextLine()).toBe('a fault that nobody caught ended its request or job');
});

test.each(['/timer', '/promise', '/stream', '/data'])(
  'an uncaught error ends its request and not the server: %s',
  async (path) => {
    await sendHalf(path);
    expect(await nextLine()).toBe('a fault that nobody caught ended its request or job');
    const answer = await fetch(`http://127.0.0.1:${String(port)}/fine`);
    expect(await answer.text()).toBe('fine');
  },
);

test.each(['/job/timer', '/job/promise', '/job/stream'])(
  'an uncaught error fails its job, asks the rest of it to end, and does not end the server: %s',
  async (path) => {
    const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`);
    expect(await answer.text()).toBe('a fault, asked to end');
    expect(await nextLine()).toBe('a fault that nobody caught ended its request or job');
  },
);

test('an error outside every request and job ends the server', async () => {
  child.stdin.write('now\n');
  expect(await nextLine()).toBe('a fault nobody caught');
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(1);
});
