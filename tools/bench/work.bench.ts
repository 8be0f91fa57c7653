/**
 * Measures the two pages of work, as the server answers them without HTTP. They are the board of a center of twenty
 * people with a thousand open cases, and the day of a technician there with fifty of them, among twenty thousand cases
 * with their histories.
 */
import { readBoard } from '@rhythmdesk/server/features/cases/read-board';
import { readDay } from '@rhythmdesk/server/features/cases/read-day';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { inScope, rowScopeOf } from '@rhythmdesk/server/platform/db/row-scope';
import { beginTestRun, endTestRun } from '@rhythmdesk/server/platform/db/test-cluster';
import { Client } from 'pg';
import { withDatabase } from '../faults/throwaway-database.ts';
import type { Bench, Print } from './bench.ts';
import { benchCaller } from './case-list-mix.ts';
import { addHistories, fillCases } from './million-cases.ts';
import { percentile, timesOf } from './percentile.ts';

const goal = 200;
const openCases = 1_000;
const center = 3;
/** Every tenth of the two hundred technicians belongs to this center, from the second on. */
const technician = 2;

const open = `
  update cases set tech_center_id = ${String(center)}, closed_at = null, confirmed_date = null,
    status = (array['request', 'assigned', 'start', 'review'])[1 + case_id % 4],
    technician_id = case when case_id % 4 = 0 then null else ${String(technician)} + 10 * (case_id % 20) end,
    requested_date = now() - interval '1 h' * (case_id % 90),
    report_due_date = now() + interval '72 h' - interval '1 h' * (case_id % 90)
  where case_id <= ${String(openCases)}`;

async function measure(db: Db, print: Print): Promise<void> {
  const chief = benchCaller('CHIEF', 'tech_center', center);
  const reader = benchCaller('TECHNICIAN', 'tech_center', center);
  const own = { ...reader, id: technician, actor: { ...reader.actor, id: technician } };
  const asks = [
    ['board', chief, () => readBoard(db, chief, {}, new Date())],
    ['day', own, () => readDay(db, own, new Date())],
  ] as const;
  for (const [what, caller, ask] of asks) {
    const times = await inScope(rowScopeOf(caller.actor), async () => timesOf(40, ask));
    print({ what: `${what}, p50`, value: percentile(times, 0.5), unit: 'ms' });
    print({ what: `${what}, p95`, value: percentile(times, 0.95), unit: 'ms', goal });
  }
}

export default {
  name: 'work',
  run: async (print) => {
    const folder = await beginTestRun();
    try {
      await withDatabase(async ({ db, owner }) => {
        const client = new Client(owner);
        await client.connect();
        try {
          await fillCases(client, 20_000);
          await client.query(open);
          await addHistories(client);
          await client.query('vacuum (analyze) cases');
          await measure(db, print);
        } finally {
          await client.end();
        }
      });
    } finally {
      await endTestRun(folder);
    }
  },
} satisfies Bench;
