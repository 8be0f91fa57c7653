/** Runs a receiver of HTTP in a thread, which answers or leaves in ways that a library of HTTP does not offer, for tests. */
import net from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

const ways = ['read', 'refuse', 'answer-and-leave', 'leave', 'stall', 'silent'] as const;
export type RudeWay = (typeof ways)[number];

const given = z.object({
  way: z.enum(ways),
  answer: z.string(),
  shared: z.instanceof(SharedArrayBuffer),
});
const { way, answer, shared } = given.parse(workerData);
const state = new Int32Array(shared);
/** After so many bytes the receiver acts. */
const enough = 3 * 2 ** 20;

function leave(): void {
  Atomics.store(state, 1, 1);
  Atomics.notify(state, 1);
}

function lengthOf(head: string): number {
  return Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

function serve(socket: net.Socket): void {
  let head = '';
  let read = 0;
  socket.on('error', () => undefined);
  socket.on('close', leave);
  socket.on('data', (bytes) => {
    if (!head.includes('\r\n\r\n')) {
      head += bytes.toString('latin1');
      if (!head.includes('\r\n\r\n') || way === 'silent') return;
      if (way === 'refuse') socket.write(answer);
      else socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      return;
    }
    read += bytes.length;
    Atomics.store(state, 0, read);
    if (way === 'read' && read === lengthOf(head)) socket.write(answer);
    if (way === 'read' || read < enough) return;
    socket.pause();
    if (way === 'leave') socket.destroy();
    if (way === 'answer-and-leave') socket.write(answer, () => socket.destroy());
  });
}

const server = net.createServer(serve).listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === 'object' ? address?.port : null);
});
