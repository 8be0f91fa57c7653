/**
 * Sends thousands of requests without a sign-in on each of many connections and waits for no response. Others must be
 * answered in time meanwhile, and the server's memory must not grow.
 */
import { connect } from 'node:net';
import type { ServerProcess } from '@rhythmdesk/server/testing/test-process';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { withOwnNode, type Nodes } from './nodes.ts';
import { residentOf } from './resident.ts';
import { watchDuring } from './watch-health.ts';

const connections = 200;
const bytesOfConnection = (64 * 1024 ** 2) / connections;
const heads = ['GET /login HTTP/1.1\r\nhost: x\r\n\r\n', 'GET / HTTP/1.1\r\nhost: x\r\naccept: */*\r\n\r\n'];
const floods = heads.map((head) => Buffer.from(head.repeat(bytesOfConnection / head.length)));
const fewestWarmUpRounds = 3;
/** With a larger heap, garbage is collected so late that it would count as growth. */
const smallHeap = { NODE_OPTIONS: '--max-old-space-size=200' };
const probeMs = 20;
/** Ten times the 200 ms that an idle machine keeps. */
const longestAnswerMs = 2_000;
const mostGrowthBytes = 100 * 1024 ** 2;

/** Sends everything and returns once the server has closed the connection. */
function flood(address: string, bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' });
  socket.on('error', () => undefined).resume();
  socket.write(bytes);
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

async function floodRounds(node: ServerProcess, rounds: number): Promise<number> {
  let most = 0;
  for (let round = 0; round < rounds; round += 1) {
    const bytes = floods[round % floods.length] ?? Buffer.alloc(0);
    await Promise.all(Array.from({ length: connections }, () => flood(node.address, bytes)));
    invariant(node.isAlive(), 'the server lives');
    most = Math.max(most, await residentOf(node.pid));
  }
  return most;
}

async function floodOften({ nodes }: Nodes, rounds: number, report: FaultReport): Promise<void> {
  const [node] = nodes;
  if (node === undefined) throw new Error('no node');
  const fresh = await residentOf(node.pid);
  // Any server grows until its heap has its usual size; the same number of further rounds must not need more.
  const warm = await floodRounds(node, Math.max(fewestWarmUpRounds, rounds));
  let most = 0;
  const flooding = async (): Promise<void> => void (most = await floodRounds(node, rounds));
  const watched = await watchDuring(node, flooding, probeMs);
  const mb = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);
  report('rounds of 64 MB', rounds);
  report('connections', connections);
  report('slowest answer to others, ms', Math.round(watched.slowestMs));
  report(
    'memory of a fresh server, after the warm-up, and at most, MB',
    [fresh, warm, most].map(mb).join(', '),
  );
  invariant(watched.uncaught.length === 0, 'no fault is left uncaught');
  invariant(watched.unanswered === 0, 'others are answered meanwhile');
  invariant(
    watched.slowestMs < longestAnswerMs,
    `others are answered in time: ${watched.slowestMs.toFixed(0)} ms`,
  );
  invariant(most - warm < mostGrowthBytes, 'memory stays');
}

export const pipelinedFlood: FaultProgram = {
  name: 'pipelined-flood',
  says: 'connections that send thousands of requests at once are closed, delay no other and cost no memory',
  run: (size, report, count) =>
    withOwnNode(smallHeap, (context) => floodOften(context, count ?? (size === 'long' ? 50 : 1), report)),
};
