/**
 * Measures tiles of a recording of 24 hours in two leads, requested over HTTP one after the other at random places and
 * levels. The server has answered some hundred requests before: its first ones wait for code to be compiled and
 * statements to be planned. Responses are counted and discarded, because `fetch` would stop for the garbage collection
 * of its own copies.
 *
 * The server verifies every tile against the checksums of its blocks while reading it, and the figures include that.
 * The last step checks that it happens, by flipping a bit in the stored file.
 */
import { once } from 'node:events';
import { open, readdir, stat } from 'node:fs/promises';
import { Agent, get as request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { tileCount, topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { z } from 'zod';
import { casePlans } from '../demo/case-plans.ts';
import { processMs } from '../faults/processor-time.ts';
import type { Bench, Print } from './bench.ts';
import { benchServer, type BenchServer } from './bench-server.ts';
import { percentile, timesOf } from './percentile.ts';

const seconds = 24 * 3600;
const sampling_hz = 250;
const samples = seconds * sampling_hz;
const warmUps = 300;
/** Bytes before a tile that is requested alone. */
const lengthBytes = 4;
const listed = z.object({ items: z.array(z.object({ case_id: z.number() })) });

function dayPlan() {
  const plan = casePlans(new Date()).find(
    ({ stage, hospital }) => stage === 'start' && hospital === 'minato',
  );
  if (plan === undefined) throw new Error('the demo has no such case');
  return { ...plan, seconds, sampling_hz, labels: ['MLII', 'V1'] };
}

type Ask = (path: string) => Promise<number>;

/** The number of connections that a browser keeps to one server. */
const connections = 6;

/** Requests over kept connections; returns the number of bytes. */
function asker(origin: string, authorization: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return async (path) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(`${origin}/api/v1/${path}`, { agent, headers: { authorization } }, resolve).once('error', reject);
    const answer = await promise;
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await once(answer, 'end');
    if (answer.statusCode !== 200) throw new Error(`${path}: ${String(answer.statusCode)}`);
    return bytes;
  };
}

async function caseOf(origin: string, authorization: string): Promise<number> {
  const answer = await fetch(`${origin}/api/v1/case/cases?view=in_progress`, { headers: { authorization } });
  const [item] = listed.parse(await answer.json()).items;
  if (item === undefined) throw new Error('the case is not in progress');
  return item.case_id;
}

/** Requests as a page that opens a recording does: six at once, each timed by itself. */
async function timesAtOnce(runs: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  const lanes = Array.from({ length: connections }, () => timesOf(Math.ceil(runs / connections), work));
  return (await Promise.all(lanes)).flat();
}

/** Flips one bit in the middle of the largest stored files, which are the levels 0. */
async function damageLargest(data_dir: string): Promise<void> {
  const files = join(data_dir, 'files');
  const found: { readonly place: string; readonly bytes: number }[] = [];
  for (const entry of await readdir(files, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/^[0-9a-f]{64}$/.test(entry.name)) continue;
    const place = join(entry.parentPath, entry.name);
    found.push({ place, bytes: (await stat(place)).size });
  }
  const most = Math.max(...found.map(({ bytes }) => bytes));
  for (const { place, bytes } of found.filter((file) => file.bytes > most / 2)) {
    const handle = await open(place, 'r+');
    const byte = Buffer.alloc(1);
    // One bit in every block of tiles, so that any requested tile is damaged.
    for (let at = 1_000; at < bytes; at += 32_768) {
      await handle.read(byte, 0, 1, at);
      byte.writeUInt8(byte.readUInt8() ^ 1);
      await handle.write(byte, 0, 1, at);
    }
    await handle.close();
  }
}

/** Expects a damaged tile to be refused with `file/unreadable`. */
async function proveJudged(ask: Ask, recording: string): Promise<void> {
  const judged = await ask(`${recording}/tile/0/0/0`).then(
    () => 'served',
    (fault: unknown) => String(fault),
  );
  if (!judged.endsWith(' 406')) throw new Error(`a damaged tile was not judged: ${judged}`);
}

/**
 * Requests a screen of both leads over four raw tiles, far from the one before: all in one request, packed, as the page
 * does, compared with one request for each tile, which the server unpacks. The two alternate, so that both run under the same conditions.
 */
async function screens(ask: Ask, { pid }: BenchServer, recording: string, print: Print): Promise<void> {
  const random = seededRandom(2);
  const [times, work]: [number[], { one: number; each: number }] = [[], { one: 0, each: 0 }];
  const runs = 200;
  for (let run = 0; run < runs; run += 1) {
    const first = Math.floor(random() * (tileCount(samples, 0) - 4));
    const tiles = [0, 1, 2, 3].flatMap((at) => [0, 1].map((lead) => ({ lead, index: first + at })));
    const names = tiles.map(({ lead, index }) => `tile=${String(lead)}.0.${String(index)}`).join('&');
    const before = (await processMs(pid)) ?? Number.NaN;
    const startedAt = performance.now();
    await ask(`${recording}/tiles?${names}&packed=true`);
    times.push(performance.now() - startedAt);
    const between = (await processMs(pid)) ?? Number.NaN;
    await Promise.all(
      tiles.map(({ lead, index }) => ask(`${recording}/tile/${String(lead)}/0/${String(index)}`)),
    );
    work.one += between - before;
    work.each += ((await processMs(pid)) ?? Number.NaN) - between;
  }
  print({ what: 'screen of 8 raw tiles in one request, p50', value: percentile(times, 0.5), unit: 'ms' });
  print({ what: 'screen of 8 raw tiles in one request, p95', value: percentile(times, 0.95), unit: 'ms' });
  if (Number.isNaN(work.each)) return;
  const what = 'screen of 8 raw tiles, processor time of the server';
  print({ what: `${what}, one request`, value: work.one / runs, unit: 'ms' });
  print({ what: `${what}, eight requests`, value: work.each / runs, unit: 'ms' });
}

export default {
  name: 'tiles',
  run: async (print) => {
    const server = await benchServer([dayPlan()]);
    try {
      const authorization = `Bearer ${await server.token('demochief')}`;
      const ask = asker(server.origin, authorization);
      const recording = `recording/${String(await caseOf(server.origin, authorization))}`;
      const random = seededRandom(1);
      const top = topLevel(samples);
      const sent: number[] = [];
      const tile = async (level: number): Promise<void> => {
        const index = Math.floor(random() * tileCount(samples, level));
        const name = `${String(Math.floor(random() * 2))}.${String(level)}.${String(index)}`;
        const bytes = await ask(`${recording}/tiles?tile=${name}&packed=true`);
        if (bytes <= lengthBytes) throw new Error('an empty tile');
        sent.push(bytes - lengthBytes);
      };
      for (let run = 0; run < warmUps; run += 1) await tile(run % (top + 1));
      const workBefore = await processMs(server.pid);
      sent.length = 0;
      const raw = await timesOf(1_000, () => tile(0));
      const workAfter = await processMs(server.pid);
      const above = await timesOf(1_000, (run) => tile(1 + (run % top)));
      print({ what: 'raw tile (level 0), p50', value: percentile(raw, 0.5), unit: 'ms' });
      print({ what: 'raw tile (level 0), p95', value: percentile(raw, 0.95), unit: 'ms', goal: 3 });
      print({ what: 'raw tile, packed as it is sent, p50', value: percentile(sent, 0.5) / 1000, unit: 'kB' });
      if (workBefore !== null && workAfter !== null) {
        const value = (workAfter - workBefore) / 1_001;
        print({ what: 'raw tile, processor time of the server', value, unit: 'ms' });
      }
      print({ what: `tile of levels 1 to ${String(top)}, p50`, value: percentile(above, 0.5), unit: 'ms' });
      print({
        what: `tile of levels 1 to ${String(top)}, p95`,
        value: percentile(above, 0.95),
        unit: 'ms',
        goal: 3,
      });
      const together = await timesAtOnce(1_200, () => tile(0));
      print({ what: 'raw tile, six at once, p50', value: percentile(together, 0.5), unit: 'ms' });
      print({ what: 'raw tile, six at once, p95', value: percentile(together, 0.95), unit: 'ms', goal: 12 });
      await screens(ask, server, recording, print);
      const manifest = await timesOf(100, () => ask(recording));
      print({ what: 'manifest, p95', value: percentile(manifest, 0.95), unit: 'ms' });
      await damageLargest(server.data_dir);
      await proveJudged(ask, recording);
    } finally {
      await server.close();
    }
  },
} satisfies Bench;
