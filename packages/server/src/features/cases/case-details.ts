/**
 * Reads in one statement what the page of a case shows beyond its record: the joined row of the lists, the recording's
 * facts, the owner, the report versions and the patient's earlier recordings. The number of gaps is a separate column,
 * so that no list of gaps is read to count it.
 */
import { certificateName, reportSignature } from '@rhythmdesk/contract/signatures';
import { reportSources } from '@rhythmdesk/domain/report/versions';
import { can } from '@rhythmdesk/domain/people/can';
import { conditionOf, type Actor } from '@rhythmdesk/domain/people/scope';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { scopeSql } from '../../platform/db/scope-sql.ts';
import { isReportBehind } from '../../records/readings/reading-checksum.ts';
import { joinedColumns, joinedRow, joinedTables } from './case-answer.ts';

const recordingShape = z.object({
  leads: z.array(z.string()),
  sampling_hz: z.number(),
  analysable_share: z.number(),
  gap_count: z.number(),
  view_mismatches: z.number(),
  purged: z.boolean(),
});

const signatureShape = reportSignature.extend({
  signed_at: z.coerce.date().transform((instant) => instant.toISOString()),
  certificate: certificateName
    .extend({ not_after: z.coerce.date().transform((instant) => instant.toISOString()) })
    .nullable(),
});

const versionShape = z.object({
  report_version: z.number(),
  file_id: z.number(),
  source: z.enum(reportSources),
  created_by: z.number(),
  author: z.string(),
  created_at: z.coerce.date(),
  released_ms: z.number().nullable(),
  signature: signatureShape.nullable(),
});

const earlierShape = z.object({
  case_id: z.number(),
  hn_id: z.string(),
  recording_start: z.coerce.date().transform((instant) => instant.toISOString()),
  recording_seconds: z.number().nullable(),
  af_share: z.number().nullable(),
  /** Number of the patient's earlier recordings. */
  total: z.number(),
});

const text = z.string().nullable();
const patientShape = z.object({
  ...{ patient_id: text, first_name: text, last_name: text, birth_date: text, gender: text },
});

const comparedShape = z.object({
  report: z.object({
    analysis_version: z.number(),
    conclusion: z.string(),
    case: z.object({ severity: z.string() }),
    patient: patientShape,
    figures: z.object({ sequence: z.number(), checksum: z.string() }),
  }),
  now: z.object({
    analysis_version: z.number().nullable(),
    sequence: z.number(),
    conclusion: z.string(),
    severity: z.string(),
    patient: patientShape,
    checksum: z.string().nullable(),
  }),
});

const detailRow = joinedRow.extend({
  owner_name: z.string(),
  has_order: z.boolean(),
  recording: recordingShape.nullable(),
  versions: z.array(versionShape),
  earlier: z.array(earlierShape),
  compared: comparedShape.nullable(),
});

const recordingSql = sql`case when r.recording_id is null then null else jsonb_build_object(
  'leads', jsonb_path_query_array(r.leads, '$[*].label'), 'sampling_hz', r.sampling_hz,
  'analysable_share', r.analysable_share, 'gap_count', r.gap_count, 'view_mismatches', r.view_mismatches,
  'purged', r.purged_at is not null) end`;

const signatureSql = sql`case when s.case_id is null then null else jsonb_build_object(
    'signed_by', jsonb_build_object('id', b.id, 'name', b.name), 'signed_at', s.signed_at, 'act', s.act,
    'language', s.language, 'meaning', s.meaning, 'sha256', s.sha256, 'seal', s.seal,
    'certificate', case when k.certificate_id is null then null else jsonb_build_object('subject', k.subject,
      'issuer', k.issuer, 'fingerprint', k.fingerprint, 'not_after', k.not_after) end) end`;

const versionsSql = sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'report_version', v.report_version, 'file_id', coalesce(s.file_id, v.file_id), 'source', v.source, 'created_by', v.created_by,
    'author', a.name, 'created_at', v.created_at,
    'released_ms', (extract(epoch from v.released_at) * 1000)::float8, 'signature', ${signatureSql})), '[]')
  from report_versions v join users a on a.id = v.created_by
    left join report_signatures s on s.case_id = v.case_id and s.report_version = v.report_version
    left join users b on b.id = s.signed_by
    left join center_certificates k on k.certificate_id = s.certificate_id
  where v.case_id = c.case_id)`;

/**
 * Selects what `isReportBehind` compares: the newest report if it was made from the reading, and what one made now would
 * contain. A report of an early version, whose document names no reading, is compared with nothing, and neither is that
 * of an erased patient.
 */
const comparedSql = sql`(select jsonb_build_object(
    'report', jsonb_build_object('analysis_version', v.document->'analysis_version',
      'conclusion', v.document->'conclusion', 'case', jsonb_build_object('severity', v.document->'case'->'severity'),
      'patient', v.document->'patient', 'figures', jsonb_build_object(
        'sequence', v.document->'figures'->'sequence', 'checksum', v.document->'figures'->'checksum')),
    'now', jsonb_build_object('analysis_version', a.version, 'sequence', coalesce(h.sequence, 0),
      'conclusion', c.technician_comment, 'severity', c.severity, 'patient', jsonb_build_object(
        'patient_id', c.patient_id, 'first_name', c.patient_first_name, 'last_name', c.patient_last_name,
        'birth_date', c.birth_date, 'gender', c.gender), 'checksum', k.checksum))
  from report_versions v
    left join lateral (select max(d.analysis_version) as version from analyses d
      where d.case_id = v.case_id and d.state = 'done') a on true
    left join reading_heads h on h.case_id = v.case_id
    left join reading_checksums k on k.case_id = v.case_id and k.analysis_version = a.version
      and k.sequence = coalesce(h.sequence, 0)
  where v.case_id = c.case_id and c.erased_at is null and v.source = 'reading'
    and v.document->'figures' ? 'checksum' and v.report_version =
    (select max(w.report_version) from report_versions w where w.case_id = c.case_id))`;

const earlierCases = alias(cases, 'p');

function earlierScope(actor: Actor): SQL {
  const grant = can(actor, 'case.read');
  return grant === 'never' ? sql`false` : scopeSql(conditionOf('case', actor, grant), earlierCases);
}

/** Selects earlier recordings of the same patient within the caller's scope, because patient IDs can be guessed. */
const earlierSql = (actor: Actor): SQL => sql`(select coalesce(jsonb_agg(to_jsonb(e)), '[]') from (
  select p.case_id, p.hn_id, p.recording_start, p.recording_seconds, p.af_share,
    count(*) over ()::int as total from cases p
  where p.hospital_id = c.hospital_id and p.patient_id = c.patient_id and c.patient_id <> ''
    and ${earlierScope(actor)} and p.case_id <> c.case_id and p.recording_start < coalesce(c.recording_start, now())
  order by p.recording_start desc limit 5) e)`;

export async function readCaseDetails(db: Queryable, case_id: number, actor: Actor) {
  const found = await db.execute(sql`
    select ${joinedColumns}, o.name as owner_name,
      exists (select 1 from case_files f where f.case_id = c.case_id and f.kind = 'order') as has_order,
      ${recordingSql} as recording, ${versionsSql} as versions, ${earlierSql(actor)} as earlier,
      ${comparedSql} as compared
    from ${joinedTables} join users o on o.id = c.owner_id
    where c.case_id = ${case_id}`);
  const { owner_name, has_order, recording, versions, earlier, compared, ...joined } = detailRow.parse(
    found.rows[0],
  );
  const report_behind = compared !== null && isReportBehind(compared.report, compared.now);
  return { owner_name, has_order, recording, versions, earlier, report_behind, joined };
}
