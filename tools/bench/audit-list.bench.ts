/**
 * Measures the first page of fifty rows of the audit log with its total, as far as it is counted. The log has a million
 * rows; the server answers without HTTP. The requests are every view, kind and filter, every search, a period, the
 * oldest first and a page far from the start. The rows are written without their hash chain, which no query of the list
 * reads.
 */
import { auditKinds } from '@rhythmdesk/domain/audit/acts';
import { auditRoutes, auditSortKeys, auditViews } from '@rhythmdesk/contract/audit';
import { listAudit } from '@rhythmdesk/server/features/audit/audit-rows';
import { beginTestRun, endTestRun } from '@rhythmdesk/server/platform/db/test-cluster';
import { Client } from 'pg';
import { withDatabase } from '../faults/throwaway-database.ts';
import type { Bench } from './bench.ts';
import { benchCaller } from './case-list-mix.ts';
import { fillCases } from './million-cases.ts';
import { percentile, timesOf } from './percentile.ts';

const goal = 30;
const rows = 1_000_000;
const cases = 20_000;

const fill = `
  insert into audit_log (at, user_id, user_group_id, role_key, address, user_agent, kind, action, target, outcome, case_id,
      hospital_id, patient_id, request_id, chain, position)
    select now() - interval '400 days' * (1 - g / ${String(rows)}.0), 1 + g % 200, 1 + g % 10, 'TECHNICIAN', '10.0.0.1',
      'Mozilla/5.0', kinds[1 + g % cardinality(kinds)], 'case.open', '', case when g % 150 = 0 then 'refused' else 'done' end,
      cases.case_id, cases.hospital_id, cases.patient_id, 'request-' || g, 1 + g % 64, g
    from generate_series(1, ${String(rows)}) g
      join cases on cases.case_id = 1 + g % ${String(cases)},
      (values ($1::text[])) all_kinds (kinds)
    order by g`;

type Query = Parameters<typeof listAudit>[2];

const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);

function mix(one: { readonly hn_id: string; readonly hospital_id: number; readonly patient_id: string }) {
  const { hn_id, hospital_id, patient_id } = one;
  const queries: readonly object[] = [
    ...auditViews.map((view) => ({ view })),
    ...auditKinds.map((kind) => ({ kind })),
    ...auditSortKeys.map((sort) => ({ sort })),
    { outcome: 'refused' },
    { user_id: 7 },
    { user_id: 7, from_time: day(40), to_time: day(10) },
    { case_id: 77 },
    { hospital_id },
    { hospital_id, patient_id },
    { request_id: 'request-4711' },
    { q: hn_id },
    { q: patient_id },
    { q: 'request-4711' },
    { q: 'nothing like it' },
    { from_time: day(1), to_time: day(1) },
    { page: 200 },
  ];
  return queries.map((part): Query => auditRoutes.auditRows.input.parse({ page: 1, size: 50, ...part }));
}

const milliseconds = (value: number) => ({ value, unit: 'ms' }) as const;

export default {
  name: 'audit-list',
  run: async (print) => {
    const folder = await beginTestRun();
    try {
      await withDatabase(async ({ db, superuser }) => {
        const client = new Client(superuser);
        await client.connect();
        try {
          // Vacuum marks pages as visible to all only if their commit is on disk.
          await client.query('set synchronous_commit = on');
          await fillCases(client, cases);
          await client.query('set session_replication_role = replica');
          await client.query(fill, [[...auditKinds]]);
          await client.query('vacuum (freeze, analyze) audit_log');
          const found = await client.query<Parameters<typeof mix>[0]>(
            'select hn_id, hospital_id::int, patient_id from cases where case_id = 77',
          );
          const admin = benchCaller('ADMIN', 'admin', 1);
          const all: number[] = [];
          for (const query of found.rows.flatMap(mix))
            all.push(...(await timesOf(5, () => listAudit(db, admin, query))));
          print({ what: 'a page with its total, p50 of the mix', ...milliseconds(percentile(all, 0.5)) });
          print({
            what: 'a page with its total, p95 of the mix',
            ...milliseconds(percentile(all, 0.95)),
            goal,
          });
        } finally {
          await client.end();
        }
      });
    } finally {
      await endTestRun(folder);
    }
  },
} satisfies Bench;
