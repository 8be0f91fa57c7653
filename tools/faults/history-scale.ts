/**
 * Verifies a history of a million rows within a minute, and checks that one changed, removed or inserted row is named.
 * A superuser makes the rows without triggers, and also tampers with them.
 */
import { verifyHistory } from '@rhythmdesk/server/records/cases/verify-history';
import { Snapshot } from '@rhythmdesk/server/platform/db/snapshot';
import { Client } from 'pg';
import { invariant, type FaultProgram } from './fault-program.ts';
import { withDatabase, type ThrowawayDatabase } from './throwaway-database.ts';

const rowsEach = 5;
const mostSeconds = 60;

/** Inserts the next row of every history, hashed as the database trigger requires. */
const nextRow = `
  with step as (
    select c as case_id, coalesce(h.version, 0) + 1 as version, coalesce(h.hash, decode(repeat('00', 32), 'hex')) as before,
      timestamptz '2026-11-22 05:00:00.123Z' as at
    from generate_series(1, $1::int) c left join case_history_heads h on h.case_id = c),
  hashed as (
    select *, sha256(convert_to(concat_ws('|', 'history-2', history_field(encode(before, 'hex')),
      history_field(case_id::text), history_field(version::text), history_field('start'), history_field('request'),
      history_field('start'), history_field(1::text), history_field('TECHNICIAN'), history_field(2::text),
      history_field('a remark of some words'), history_field('req-1'),
      history_field(((extract(epoch from at) * 1000)::bigint)::text), history_field(null)), 'UTF8')) as hash
    from step),
  kept as (
    insert into case_history_heads (case_id, rows, version, hash) select case_id, 1, version, hash from hashed
    on conflict (case_id) do update
      set rows = case_history_heads.rows + 1, version = excluded.version, hash = excluded.hash)
  insert into case_history (case_id, version, action, from_status, status, user_id, role_key, user_group_id, description,
      request_id, created_at, previous_hash, hash, chain)
    select case_id, version, 'start', 'request', 'start', 1, 'TECHNICIAN', 2, 'a remark of some words', 'req-1', at, before,
      hash, 2 from hashed`;

async function verdictOf({ owner }: ThrowawayDatabase) {
  const snapshot = await Snapshot.open(owner);
  const [started, before] = [performance.now(), process.cpuUsage()];
  try {
    const verdict = await verifyHistory(snapshot);
    const { user, system } = process.cpuUsage(before);
    return { ...verdict, seconds: (performance.now() - started) / 1000, ownSeconds: (user + system) / 1e6 };
  } finally {
    await snapshot.close();
  }
}

export const historyScale: FaultProgram = {
  name: 'history-scale',
  says: 'a large history is verified within a minute, and a tampered row is named',
  run: (size, report) =>
    withDatabase(async (database) => {
      const cases = size === 'long' ? 200_000 : 400;
      const root = new Client(database.superuser);
      await root.connect();
      try {
        await root.query('set session_replication_role = replica');
        for (let row = 0; row < rowsEach; row += 1) await root.query(nextRow, [cases]);
        await root.query('analyze');
        const whole = await verdictOf(database);
        report('rows', whole.rows);
        report('seconds', whole.seconds.toFixed(1));
        report('seconds of processor time in this process', whole.ownSeconds.toFixed(1));
        invariant(
          whole.rows === cases * rowsEach && whole.faults.length === 0,
          'an untouched history is intact',
        );
        invariant(
          whole.ownSeconds < mostSeconds,
          `it is proved within ${String(mostSeconds)} s of processor time`,
        );
        const [changed, cut] = [Math.floor(cases / 3), Math.floor(cases / 2)];
        await root.query(`update case_history set description = 'other' where case_id = $1 and version = 3`, [
          changed,
        ]);
        await root.query('delete from case_history where case_id = $1 and version = 5', [cut]);
        const { faults } = await verdictOf(database);
        report('found', faults.map((each) => `${String(each.case_id)}: ${each.fault}`).join(', '));
        const wanted = `${String(changed)} 3 changed, ${String(cut)} 5 cut`;
        const named = faults
          .map((each) => `${String(each.case_id)} ${String(each.version)} ${each.fault}`)
          .join(', ');
        invariant(named === wanted, `exactly what was tampered with is named: ${named}`);
      } finally {
        await root.end();
      }
    }),
};
