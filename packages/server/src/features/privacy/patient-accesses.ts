/** Reads who accessed a patient's data, from the audit log, as a table (CSV). Users appear by role and institution. */
import { tableParts, type TableField } from '@rhythmdesk/ecg/formats/annotations-csv';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { isoTime } from '../../platform/local-time.ts';
import { idArray } from './count-patient.ts';
import type { PatientKey } from './patient-cases.ts';

const heads = ['time', 'role', 'institution', 'action', 'outcome', 'reason'] as const;
const atOnce = 5_000;

const access = z.object({
  audit_id: z.coerce.number(),
  at: z.coerce.date(),
  role_key: z.string().nullable(),
  institution: z.string().nullable(),
  action: z.string(),
  outcome: z.string(),
  reason: z.string(),
});

type Accessed = PatientKey & {
  readonly case_ids: readonly number[];
  readonly since: Date;
  /** The zone of the hospital, in which the times are written. */
  readonly time_zone: string;
};

/** Yields the lines in portions. A list that showed one of the cases is an access too. */
async function* accessRows(db: Queryable, { hospital_id, patient_id, case_ids, since }: Accessed) {
  const ids = idArray(case_ids);
  for (let after = 0; ;) {
    const { rows } = await db.execute(sql`
      select a.audit_id, a.at, a.role_key,
        g.name as institution, a.action, a.outcome, a.reason
      from audit_log a left join user_groups g on g.id = a.user_group_id
      where a.audit_id > ${after} and a.at >= ${since.toISOString()}
        and (a.case_id = any (${ids}) or a.case_ids && ${ids}
          or (a.hospital_id = ${hospital_id} and a.patient_id = ${patient_id}))
      order by a.audit_id limit ${atOnce}`);
    const found = rows.map((row) => access.parse(row));
    yield found;
    const last = found.at(-1);
    if (last === undefined || found.length < atOnce) return;
    after = last.audit_id;
  }
}

export async function* accessTable(db: Queryable, accessed: Accessed): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  let shownHeads: readonly string[] | null = heads;
  for await (const found of accessRows(db, accessed)) {
    const lines: TableField[][] = found.map((row) => [
      ...[
        isoTime(row.at, accessed.time_zone),
        row.role_key,
        row.institution,
        row.action,
        row.outcome,
        row.reason,
      ],
    ]);
    const parts = [...tableParts(heads, lines)].join('');
    yield encoder.encode(shownHeads === null ? withoutHead(parts) : parts);
    shownHeads = null;
  }
}

const withoutHead = (table: string): string => table.slice(table.indexOf('\n') + 1);
