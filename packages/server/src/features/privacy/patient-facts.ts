/**
 * Reads what the copy of a patient's data contains beside files: the facts of each case as JSON. Staff appear by role and
 * institution, because their names are data of other people.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';

const facts = z.object({ facts: z.record(z.string(), z.unknown()) });
export type CaseFactsOfPatient = z.output<typeof facts>['facts'];

/** Returns the facts of one case. The database writes them as one document. */
export async function readCaseFacts(db: Queryable, case_id: number): Promise<CaseFactsOfPatient> {
  const { rows } = await db.execute(sql`
    select json_build_object(
      'case', json_build_object('case_id', c.case_id, 'hn_id', c.hn_id, 'status', c.status, 'hospital', h.name,
        'center', t.name, 'patient_id', c.patient_id, 'patient_first_name', c.patient_first_name,
        'patient_last_name', c.patient_last_name, 'birth_date', c.birth_date, 'gender', c.gender,
        'phone_number', c.phone_number, 'attachment_date', c.attachment_date, 'detachment_date', c.detachment_date,
        'product_name', c.product_name, 'comment', c.comment, 'conclusion', c.technician_comment,
        'severity', c.severity, 'priority', c.priority, 'created_at', c.created_at,
        'requested_date', c.requested_date, 'confirmed_date', c.confirmed_date, 'closed_at', c.closed_at,
        'close_reason', c.close_reason),
      'history', (select coalesce(json_agg(json_build_object('at', s.created_at, 'action', s.action, 'status', s.status,
        'role', s.role_key, 'institution', g.name, 'description', s.description) order by s.version), '[]')
        from case_history s left join user_groups g on g.id = s.user_group_id where s.case_id = c.case_id),
      'comments', (select coalesce(json_agg(json_build_object('at', m.created_at, 'institution', g.name,
        'content', m.content) order by m.comment_id), '[]')
        from case_comments m join user_groups g on g.id = m.user_group_id where m.case_id = c.case_id),
      'recording', (select json_build_object('start_ms', r.start_ms, 'sampling_hz', r.sampling_hz,
        'samples', r.samples, 'leads', r.leads, 'events', r.events, 'deleted_at', r.purged_at)
        from recordings r where r.case_id = c.case_id),
      'analyses', (select coalesce(json_agg(json_build_object('version', a.analysis_version, 'at', a.created_at,
        'engine_version', a.engine_version, 'summary', a.summary) order by a.analysis_version), '[]')
        from analyses a where a.case_id = c.case_id),
      'reading', (select coalesce(json_agg(json_build_object('at', e.created_at, 'edit', e.edit) order by e.sequence),
        '[]') from reading_edits e where e.case_id = c.case_id),
      'critical_findings', (select coalesce(json_agg(json_build_object('kind', f.kind, 'start_ms', f.start_ms,
        'found_at', f.found_at, 'state', f.state) order by f.finding_id), '[]')
        from critical_findings f where f.case_id = c.case_id),
      'reports', (select coalesce(json_agg(json_build_object('version', v.report_version, 'at', v.created_at,
        'released_at', v.released_at, 'document', v.document) order by v.report_version), '[]')
        from report_versions v where v.case_id = c.case_id),
      'consents', (select coalesce(json_agg(json_build_object('way', a.agree_type, 'agreed_at', a.agreed_at,
        'text_version', a.text_version, 'signed_name', a.signed_name, 'signature', a.signature,
        'withdrawn_at', w.withdrawn_at, 'reason', w.reason) order by a.agreement_id), '[]')
        from agreements a left join agreement_withdrawals w using (agreement_id) where a.case_id = c.case_id),
      'consent_links', (select coalesce(json_agg(json_build_object('phone_number', l.phone_number,
        'sent_at', l.sent_at, 'outcome', l.outcome) order by l.consent_link_id), '[]')
        from consent_links l where l.case_id = c.case_id),
      'uploads', (select coalesce(json_agg(json_build_object('at', u.created_at, 'filename', u.filename,
        'fields', u.metadata) order by u.created_at), '[]') from uploads u where u.case_id = c.case_id),
      'sent_to', (select coalesce(json_agg(json_build_object('system', p.name, 'kind', m.kind, 'direction', m.direction,
        'at', m.created_at, 'state', m.state) order by m.message_id), '[]')
        from partner_messages m join partners p using (partner_id) where m.case_id = c.case_id)
    ) as facts
    from cases c join user_groups h on h.id = c.hospital_id left join user_groups t on t.id = c.tech_center_id
    where c.case_id = ${case_id}`);
  return facts.parse(rows[0]).facts;
}
