/** Tests that a server accepts every connection that arrives while it is busy for a moment. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { testWeb } from '../testing/test-web.ts';

const count = 1_000;
const somaxconn = (): number => {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
};

/** Opens the connections, and counts in the shared number how many the system has established. */
const opener = `
  const { connect } = require('node:net');
  const { workerData: { port, count, established } } = require('node:worker_threads');
  for (let at = 0; at < count; at += 1)
    connect(port, '127.0.0.1', () => { Atomics.add(established, 0, 1); Atomics.notify(established, 0); }).on('error', () => undefined);
`;

test.skipIf(somaxconn() < count)(
  'a thousand connections that arrive while the server is busy are all accepted',
  async () => {
    const web = await testWeb();
    const established = new Int32Array(new SharedArrayBuffer(4));
    const workerData = { port: Number(new URL(web.address).port), count, established };
    const thread = new Worker(opener, { eval: true, workerData });
    await once(thread, 'online');
    // The server runs in this thread, which accepts nothing meanwhile. The time limit only ends a wait in vain.
    const end = performance.now() + 60_000;
    for (let seen = 0; seen < count && performance.now() < end; seen = Atomics.load(established, 0))
      Atomics.wait(established, 0, seen, end - performance.now());
    expect(established[0]).toBe(count);
    await thread.terminate();
  },
);
