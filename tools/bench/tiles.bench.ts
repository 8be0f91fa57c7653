/**
 * Tiles of a recording of 24 hours in two leads, asked over HTTP one after the other, at random places and levels, of a
 * server that has answered some hundred: its first ones wait for code that is not compiled and statements that are not
 * planned yet. Answers are counted and let go, since `fetch` would stop for the collection of its own copies.
 */
import { once } from 'node:events';
import { Agent, get as request, type IncomingMessage } from 'node:http';
import { tileCount, topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { z } from 'zod';
import { casePlans } from '../demo/case-plans.ts';
import type { Bench } from './bench.ts';
import { benchServer } from './bench-server.ts';
import { percentile, timesOf } from './percentile.ts';

const seconds = 24 * 3600;
const sampling_hz = 250;
const samples = seconds * sampling_hz;
const warmUps = 300;
const listed = z.object({ items: z.array(z.object({ case_id: z.number() })) });

function dayPlan() {
  const plan = casePlans(new Date()).find(
    ({ stage, hospital }) => stage === 'start' && hospital === 'minato',
  );
  if (plan === undefined) throw new Error('the demo has no such case');
  return { ...plan, seconds, sampling_hz, labels: ['MLII', 'V1'] };
}

type Ask = (path: string) => Promise<number>;

/** Asks over one kept connection; gives the number of bytes. */
function asker(origin: string, authorization: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
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
      const tile = async (level: number): Promise<void> => {
        const index = Math.floor(random() * tileCount(samples, level));
        const bytes = await ask(
          `${recording}/tile/${String(Math.floor(random() * 2))}/${String(level)}/${String(index)}`,
        );
        if (bytes === 0) throw new Error('an empty tile');
      };
      for (let run = 0; run < warmUps; run += 1) await tile(run % (top + 1));
      const raw = await timesOf(1_000, () => tile(0));
      const above = await timesOf(1_000, (run) => tile(1 + (run % top)));
      print({ what: 'raw tile (level 0), p50', value: percentile(raw, 0.5), unit: 'ms' });
      print({ what: 'raw tile (level 0), p95', value: percentile(raw, 0.95), unit: 'ms', goal: 5 });
      print({ what: `tile of levels 1 to ${String(top)}, p50`, value: percentile(above, 0.5), unit: 'ms' });
      print({
        what: `tile of levels 1 to ${String(top)}, p95`,
        value: percentile(above, 0.95),
        unit: 'ms',
        goal: 5,
      });
      const manifest = await timesOf(100, () => ask(recording));
      print({ what: 'manifest, p95', value: percentile(manifest, 0.95), unit: 'ms' });
    } finally {
      await server.close();
    }
  },
} satisfies Bench;
