/**
 * Counts what is stored of a patient's cases: what an erasure removes and what stays. The preview, the request and the
 * protocol use the same numbers.
 */
import { hash } from 'node:crypto';
import {
  erasedKinds,
  keptKindNames,
  keptKinds,
  type ErasedKind,
  type KeptKind,
} from '@rhythmdesk/domain/privacy/erasure';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { PatientCase, PatientKey } from './patient-cases.ts';

/** An array of ids as a parameter. */
export const idArray = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::bigint[]`;

type Counted = Pick<PatientCase, 'report_until'> & { readonly row: { readonly case_id: number } };

/** The tables by kind. `keeping` are the cases whose released reports stay. */
function erasedSql(ids: SQL, keeping: SQL): Readonly<Record<ErasedKind, SQL>> {
  return {
    identity: sql`select 1 from cases where case_id = any (${ids}) and erased_at is null`,
    recording: sql`select 1 from recordings where case_id = any (${ids}) and purged_at is null`,
    analysis: sql`select 1 from analyses where case_id = any (${ids})`,
    reading: sql`select 1 from reading_edits where case_id = any (${ids}) union all
      select 1 from second_reading_edits e join second_readings s using (second_id) where s.case_id = any (${ids})`,
    comment: sql`select 1 from case_comments where case_id = any (${ids})`,
    'critical-finding': sql`select 1 from critical_findings where case_id = any (${ids})`,
    attachment: sql`select 1 from case_files where case_id = any (${ids}) and purged_at is null
      and kind not in ('report', 'signal', 'view')`,
    'unreleased-report': sql`select 1 from report_versions where case_id = any (${ids})
      and (released_at is null or case_id <> all (${keeping}))`,
    'consent-signature': sql`select 1 from agreements where case_id = any (${ids})
      and (signed_name is not null or signature is not null)`,
    notification: sql`select 1 from notifications where patch_id = any (${ids})`,
    draft: sql`select 1 from user_drafts d, unnest(${ids}) as id
      where d.name in ('comment/' || id, 'return/' || id)`,
    message: sql`select 1 from partner_messages where case_id = any (${ids})
      and (payload is not null or reply is not null)`,
    'upload-fields': sql`select 1 from uploads where case_id = any (${ids}) and metadata <> '{}'`,
    'research-key': sql`select distinct s.subject_id from research_subjects s join cases c
      on c.hospital_id = s.hospital_id and s.patient_key in (c.patient_id, 'case:' || c.case_id)
      where c.case_id = any (${ids})`,
    'health-link': sql`select 1 from health_links where case_id = any (${ids})`,
  };
}

function keptSql(ids: SQL, keeping: SQL): Readonly<Record<KeptKind, SQL>> {
  return {
    report: sql`select 1 from report_versions where case_id = any (${keeping}) and released_at is not null`,
    history: sql`select 1 from case_history where case_id = any (${ids})`,
    'audit-log': sql`select 1 from audit_log where case_id = any (${ids})`,
    consent: sql`select 1 from agreements where case_id = any (${ids})`,
    invoice: sql`select 1 from cases where case_id = any (${ids}) and price_minor is not null`,
  };
}

const counts = z.record(z.string(), z.coerce.number());

async function count(db: Queryable, by: Readonly<Record<string, SQL>>) {
  const columns = Object.entries(by).map(
    ([kind, rows]) => sql`(select count(*) from (${rows}) counted) as ${sql.identifier(kind)}`,
  );
  const { rows } = await db.execute(sql`select ${sql.join(columns, sql`, `)}`);
  return counts.parse(rows[0]);
}

const idsOf = (found: readonly Counted[]) => ({
  ids: idArray(found.map(({ row }) => row.case_id)),
  keeping: idArray(found.filter(({ report_until }) => report_until !== null).map(({ row }) => row.case_id)),
});

export async function countErased(db: Queryable, found: readonly Counted[]) {
  const { ids, keeping } = idsOf(found);
  const numbers = await count(db, erasedSql(ids, keeping));
  return erasedKinds.map((kind) => ({ kind, count: numbers[kind] ?? 0 }));
}

export async function countKept(db: Queryable, found: readonly Counted[]) {
  const { ids, keeping } = idsOf(found);
  const numbers = await count(db, keptSql(ids, keeping));
  return keptKindNames.map((kind) => ({ kind, reason: keptKinds[kind], count: numbers[kind] ?? 0 }));
}

/** Numbers that change without anybody working on the patient. */
const volatile: ReadonlySet<ErasedKind> = new Set<ErasedKind>(['notification', 'draft', 'message']);

/** Returns the digest of a preview: cases, ends of reports, and the counts that only work on the patient changes. */
export function digestOf(
  { hospital_id, patient_id }: PatientKey,
  found: readonly Counted[],
  erased: Awaited<ReturnType<typeof countErased>>,
): string {
  const facts = [
    hospital_id,
    patient_id,
    found.map(({ row, report_until }) => [row.case_id, report_until]),
    erased.filter(({ kind }) => !volatile.has(kind)).map(({ kind, count: number }) => [kind, number]),
  ];
  return hash('sha256', JSON.stringify(facts), 'hex');
}

/** Refuses if somebody works on a case. */
export function requireNoWork(found: readonly Pick<PatientCase, 'open'>[]): void {
  if (found.some(({ open }) => open)) throw new Refusal('patient/cases-open');
}
