/**
 * Measures what one request of `/metrics` asks of the database of an installation that has worked for long: 100,000 cases,
 * as many uploads and settled messages, and 2,000 jobs that wait.
 */
import { installationFigures } from '@rhythmdesk/server/app/installation-figures';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { beginTestRun, endTestRun } from '@rhythmdesk/server/platform/db/test-cluster';
import { Client } from 'pg';
import { withDatabase } from '../faults/throwaway-database.ts';
import type { Bench, Print } from './bench.ts';
import { fillCases } from './million-cases.ts';
import { percentile, timesOf } from './percentile.ts';

const goal = 200;
const count = 100_000;
const asks = 40;

/** One message in a hundred was settled in the last day, one in a thousand still waits. */
const rows = `
  insert into uploads (upload_id, user_id, user_group_id, hospital_id, filename, hn_id, size_bytes, received_bytes, state,
      capability_hash, capability_expires_at, created_at)
    select md5(g::text), 1, 11, 11, 'patch.zip', 'HN' || g, 1000, 1000,
      case when g % 5000 = 0 then 'checking' else 'done' end, sha256(g::text::bytea), now(), now() - interval '1 h' * (g % 9000)
    from generate_series(1, ${String(count)}) g;
  insert into partners (hospital_id, name, channel, settings, created_by, created_at, updated_by, updated_at)
    values (11, 'Archive', 'webhook', '{}', 1, now(), 1, now());
  insert into partner_messages (partner_id, hospital_id, direction, kind, control_id, state, created_at, settled_at)
    select (select min(partner_id) from partners), 11, 'out', 'other', g::text,
      case when g % 1000 = 0 then 'waiting' else 'acknowledged' end, now() - interval '2 h',
      case when g % 1000 = 0 then null when g % 100 = 0 then now() - interval '1 h' else now() - interval '90 days' end
    from generate_series(1, ${String(count)}) g;
  select graphile_worker.add_job('send-mail', json_build_object('n', g)) from generate_series(1, 2000) g`;

async function measure(db: Db, print: Print): Promise<void> {
  const times = await timesOf(asks, () => installationFigures(db));
  print({ what: 'figures of an installation, p50', value: percentile(times, 0.5), unit: 'ms' });
  print({ what: 'figures of an installation, p95', value: percentile(times, 0.95), unit: 'ms', goal });
}

export default {
  name: 'metrics',
  run: async (print) => {
    const folder = await beginTestRun();
    try {
      await withDatabase(async ({ db, owner }) => {
        const client = new Client(owner);
        await client.connect();
        try {
          await fillCases(client, count);
          await client.query(rows);
          await client.query('analyze');
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
