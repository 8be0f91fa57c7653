/** Tiles of a recording of 24 hours in two leads, asked over HTTP one after the other, at random places and levels. */
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
const listed = z.object({ items: z.array(z.object({ case_id: z.number() })) });

function dayPlan() {
  const plan = casePlans(new Date()).find(
    ({ stage, hospital }) => stage === 'start' && hospital === 'minato',
  );
  if (plan === undefined) throw new Error('the demo has no such case');
  return { ...plan, seconds, sampling_hz, labels: ['MLII', 'V1'] };
}

export default {
  name: 'tiles',
  run: async (print) => {
    const server = await benchServer([dayPlan()]);
    try {
      const headers = { authorization: `Bearer ${await server.token('demochief')}` };
      const get = (path: string) => fetch(`${server.origin}/api/v1/${path}`, { headers });
      const answer = await get('case/cases?view=in_progress');
      const [item] = listed.parse(await answer.json()).items;
      const random = seededRandom(1);
      const top = topLevel(samples);
      const tile = async (level: number): Promise<void> => {
        const index = Math.floor(random() * tileCount(samples, level));
        const path = `recording/${String(item?.case_id)}/tile/${String(Math.floor(random() * 2))}/${String(level)}/${String(index)}`;
        const got = await get(path);
        if (!got.ok) throw new Error(`${path}: ${String(got.status)}`);
        await got.arrayBuffer();
      };
      const raw = await timesOf(300, () => tile(0));
      const above = await timesOf(300, (run) => tile(1 + (run % top)));
      print({ what: 'raw tile (level 0), p50', value: percentile(raw, 0.5), unit: 'ms' });
      print({ what: 'raw tile (level 0), p95', value: percentile(raw, 0.95), unit: 'ms', goal: 5 });
      print({ what: `tile of levels 1 to ${String(top)}, p50`, value: percentile(above, 0.5), unit: 'ms' });
      print({
        what: `tile of levels 1 to ${String(top)}, p95`,
        value: percentile(above, 0.95),
        unit: 'ms',
        goal: 5,
      });
      const manifest = await timesOf(100, async () =>
        (await get(`recording/${String(item?.case_id)}`)).text(),
      );
      print({ what: 'manifest, p95', value: percentile(manifest, 0.95), unit: 'ms' });
    } finally {
      await server.close();
    }
  },
} satisfies Bench;
