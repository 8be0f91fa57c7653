/** Tests that a server accepts many connections in one turn of its event loop, and closes all of its sockets. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { stopServer } from './graceful-stop.ts';
import { listenOnSockets } from './listening-sockets.ts';
import { openWhileBusy } from './test-busy-moment.ts';
import { testApp, token } from './test-table.ts';

const host = '127.0.0.1';
const count = 160;
const few = 40;
const onLinux = process.platform === 'linux';

const quiet = (address: string): string => address;

async function testServer() {
  const { app, streams } = await testApp();
  const address = await listenOnSockets(app, { host, port: 0 }, quiet);
  return { app, streams, address, port: Number(new URL(address).port) };
}

test.skipIf(!onLinux)(
  'several connections that wait are accepted in one turn of the event loop',
  async () => {
    const { app, port } = await testServer();
    const all = Promise.withResolvers<undefined>();
    const turns = new Set<number>();
    let [turn, accepted] = [0, 0];
    const next = (): void => {
      turn += 1;
      if (accepted < count) setImmediate(next);
      else all.resolve(undefined);
    };
    app.server.on('connection', () => {
      turns.add(turn);
      accepted += 1;
    });
    const { close } = await openWhileBusy(port, count);
    next();
    await all.promise;
    // Evenly distributed it would be ten turns.
    expect(turns.size).toBeLessThan(count / 4);
    await close();
  },
);

/** Opens connections that send nothing, and waits until the server has accepted each. */
async function openSilent(server: Server, port: number): Promise<Socket[]> {
  let accepted = 0;
  const all = Promise.withResolvers<undefined>();
  const onConnection = (): void => {
    accepted += 1;
    if (accepted === few) all.resolve(undefined);
  };
  server.on('connection', onConnection);
  const sockets = Array.from({ length: few }, () => connect(port, host).resume());
  await all.promise;
  return sockets;
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, host).resume();
  await once(socket, 'connect');
  return socket;
}

test('a stop closes every socket, and the connections of each', async () => {
  const { app, streams, address, port } = await testServer();
  const headers = { authorization: `Bearer ${token('DOCTOR')}` };
  const answers = await Promise.all(
    Array.from({ length: few }, () => fetch(`${address}/api/v1/thing/thing/5`, { headers })),
  );
  for (const answer of answers) expect(await answer.json()).toEqual({ thing_id: 5 });
  const silent = await openSilent(app.server, port);
  const closed = Promise.all(silent.map((socket) => once(socket, 'close')));
  await stopServer(app, streams, 600_000);
  await closed;
  const refused = Array.from({ length: few }, () => connected(port));
  for (const one of await Promise.allSettled(refused)) expect(one.status).toBe('rejected');
});

test('a port on which a server listens is not shared with another one', async () => {
  const { port } = await testServer();
  const { app: second } = await testApp();
  await expect(listenOnSockets(second, { host, port }, quiet)).rejects.toThrow('EADDRINUSE');
});
