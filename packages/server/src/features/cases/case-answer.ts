/** Converts a case's record to the answer for one caller: masked as the permission matrix says, with its `actions`. */
import type { caseDetail, caseRow, CaseRow } from '@rhythmdesk/contract/cases';
import { ageAt } from '@rhythmdesk/domain/case/patient-dates';
import { genders, priorities, severities, correctionStatus } from '@rhythmdesk/domain/case/status';
import { actionsFor } from '@rhythmdesk/domain/case/step';
import { can, seesInternalComments, seesTeams } from '@rhythmdesk/domain/people/can';
import { patientFor, seesClinical, seesReading } from '@rhythmdesk/domain/people/masking';
import { isGroupType } from '@rhythmdesk/domain/people/roles';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Asking } from '../../platform/http/caller.ts';
import type { ListedCase } from '../../records/cases/listed-case.ts';

export type Detail = z.input<typeof caseDetail>;

function groupNameOf(group: Pick<ListedCase['hospital'], 'id' | 'name' | 'type'>): {
  id: number;
  name: string;
  type: CaseRow['hospital']['type'];
} {
  if (!isGroupType(group.type)) throw new Error(`group ${String(group.id)} has no known type`);
  return { id: group.id, name: group.name, type: group.type };
}

const isoOf = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** Columns of a row that are stored in other tables and that no rule needs, for a query over `joinedTables`. */
export const joinedColumns = sql`c.case_id, r.sparkline, u.name as confirmer_name,
  (select count(*) from case_comments m where m.case_id = c.case_id and not m.internal) as comments,
  (select count(*) from case_comments m where m.case_id = c.case_id and m.internal) as internal_comments`;
export const joinedTables = sql`cases c
  left join recordings r on r.case_id = c.case_id
  left join users u on u.id = c.confirmer_id`;

export const joinedRow = z.object({
  case_id: z.coerce.number(),
  sparkline: z.instanceof(Buffer).nullable(),
  confirmer_name: z.string().nullable(),
  comments: z.coerce.number(),
  internal_comments: z.coerce.number(),
});
type Joined = Omit<z.output<typeof joinedRow>, 'case_id'>;

const words = {
  gender: z.enum(genders).nullable(),
  priority: z.enum(priorities),
  severity: z.enum(severities),
};
const wordsOf = z.object(words);

/** A case that was read for a list or for its page. */
type Shown = Omit<ListedCase, 'joined'>;

function commentCount(joined: Joined, caller: Asking): number {
  if (can(caller.actor, 'case.comment') === 'never') return 0;
  return joined.comments + (seesInternalComments(caller.actor) ? joined.internal_comments : 0);
}

/** Returns the figures of the recording if the caller may see them. */
function figuresFor({ row }: Pick<Shown, 'row'>, { actor }: Asking, joined: Joined) {
  const grant = can(actor, 'case.read');
  if (grant === 'never' || !seesClinical(grant)) {
    return { sparkline: null, af_share: null, ve_count: null, pause_count: null };
  }
  const { af_share, ve_count, pause_count } = row;
  return { sparkline: joined.sparkline?.toString('base64') ?? null, af_share, ve_count, pause_count };
}

export function caseRowOf(record: Shown, caller: Asking, joined: Joined, now: Date): z.input<typeof caseRow> {
  const { row, hospital, center, team, facts, status } = record;
  const { masked, patient } = patientFor(caller.actor, row);
  const { gender, priority, severity } = wordsOf.parse(row);
  return {
    ...figuresFor(record, caller, joined),
    results_hidden: false,
    case_id: row.case_id,
    version: row.version,
    hn_id: row.hn_id,
    status,
    processing: row.job_count > 0,
    closed: facts.closed,
    hospital: groupNameOf(hospital),
    tech_center: center === null ? null : groupNameOf(center),
    team: team === null || !seesTeams(caller.actor) ? null : groupNameOf(team),
    masked,
    patient_id: row.patient_id,
    patient_first_name: patient.patient_first_name,
    patient_last_name: patient.patient_last_name,
    birth_date: patient.birth_date,
    gender,
    age: ageAt(row.birth_date, hospital.time_zone, now.getTime()),
    priority,
    severity: seesReading(caller.actor, facts) ? severity : 'none',
    technician:
      row.technician_id === null ? null : { id: row.technician_id, name: row.technician_name ?? '' },
    confirmer: row.confirmer_id === null ? null : { id: row.confirmer_id, name: joined.confirmer_name ?? '' },
    verified: facts.verified,
    recording_start: isoOf(row.recording_start),
    recording_seconds: row.recording_seconds,
    requested_date: isoOf(row.requested_date),
    report_due_date: isoOf(row.report_due_date),
    confirmed_date: isoOf(row.confirmed_date),
    critical_due_at: can(caller.actor, 'critical.read') === 'never' ? null : isoOf(row.critical_due_at),
    edit_started_at: status === correctionStatus ? isoOf(row.edit_started_at) : null,
    created_at: row.created_at.toISOString(),
    comment_count: commentCount(joined, caller),
    has_report: facts.has_report,
    actions: [...actionsFor(facts, caller.actor)],
  };
}
