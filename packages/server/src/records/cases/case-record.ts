/**
 * Reads a case as the rules need it: its row and the facts of other tables (hospital, center, recording, report
 * versions, agreement), in one query. With `lock` the case's row is locked until the transaction ends. For lists of
 * many cases, listed-case.ts is used.
 */
import { constantStatus } from '../../platform/db/constant-status.ts';
import type { CaseFacts } from '@rhythmdesk/domain/case/facts';
import { missingRequired } from '@rhythmdesk/domain/case/required';
import {
  isCaseStatus,
  type CaseStatus,
  firstStatus,
  finishedStatus,
  requestedStatus,
} from '@rhythmdesk/domain/case/status';
import { eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { coverageShortOf, recordingSeenSql } from './recording-seen.ts';

export const hospitals = alias(userGroups, 'hospital');
export const centers = alias(userGroups, 'center');
export const teams = alias(userGroups, 'team');

/** The hospital's center until the case has its own. */
export const centerOfCase = sql`${centers.id} = coalesce(${cases.tech_center_id}, ${hospitals.tech_center_id})`;

const joinedFacts = {
  has_recording: sql<boolean>`exists (select 1 from recordings r where r.case_id = ${cases.case_id})`,
  report_author_id: sql<number | null>`(select coalesce(v.reading_by, v.created_by)::float8
    from report_versions v
    where v.case_id = ${cases.case_id} order by v.report_version desc limit 1)`,
  report_unreleased: sql<boolean>`coalesce((select v.released_at is null from report_versions v
    where v.case_id = ${cases.case_id} order by v.report_version desc limit 1), false)`,
};

/** The institution requires a consent and none is in force. */
export const agreementMissing = sql<boolean>`(${hospitals.agree_type} <> 'NONE' and not exists (
  select 1 from agreements a where a.case_id = ${cases.case_id}
    and not exists (select 1 from agreement_withdrawals w where w.agreement_id = a.agreement_id)))`;

/** The teams of the case's center, and those with waiting cases of their share; only queried for open cases. */
const teamsOfCenter = sql`select t.id from user_groups t
  where t.tech_center_id = ${centers.id} and t.type = 'team' and t.deleted_at is null`;
const whileOpen = (ids: SQL): SQL<string | null> =>
  sql`case when ${cases.status} not in (${constantStatus(firstStatus)}, ${constantStatus(finishedStatus)}) and ${cases.closed_at} is null then array(${ids})::text end`;
export const teamFacts = {
  center_team_ids: whileOpen(teamsOfCenter),
  waiting_team_ids: whileOpen(sql`${teamsOfCenter} and exists (select 1 from cases waiting
    where waiting.team_id = t.id and waiting.status = ${constantStatus(requestedStatus)} and waiting.closed_at is null)`),
};

/** Parses an array of PostgreSQL, `{1,2}`. */
const idsIn = (array: string | null): number[] =>
  array === null || array === '{}' ? [] : array.slice(1, -1).split(',').map(Number);

/** The columns of the hospital and the center that callers use. */
const hospitalColumns = {
  id: hospitals.id,
  name: hospitals.name,
  type: hospitals.type,
  time_zone: hospitals.time_zone,
  agree_type: hospitals.agree_type,
  charging_unit_id: hospitals.charging_unit_id,
  invoice_language: hospitals.invoice_language,
  postcode: hospitals.postcode,
  address: hospitals.address,
  report_sections: hospitals.report_sections,
  letterhead: hospitals.letterhead,
  logo: hospitals.logo,
};
const centerColumns = {
  id: centers.id,
  name: centers.name,
  type: centers.type,
  turnaround_normal_h: centers.turnaround_normal_h,
  turnaround_urgent_h: centers.turnaround_urgent_h,
  verification_required: centers.verification_required,
  coverage_minimum: centers.coverage_minimum,
  takes_others_share: centers.takes_others_share,
  second_reading_share: centers.second_reading_share,
  postcode: centers.postcode,
  address: centers.address,
  report_sections: centers.report_sections,
  letterhead: centers.letterhead,
  logo: centers.logo,
};

function select(db: Queryable) {
  return db
    .select({
      row: cases,
      hospital: hospitalColumns,
      center: centerColumns,
      team: { id: teams.id, name: teams.name, type: teams.type },
      ...joinedFacts,
      ...teamFacts,
      agreement_missing: agreementMissing,
      recording_seen: recordingSeenSql(centers.coverage_minimum),
    })
    .from(cases)
    .innerJoin(hospitals, eq(hospitals.id, cases.hospital_id))
    .leftJoin(centers, centerOfCase)
    .leftJoin(teams, eq(teams.id, cases.team_id));
}
type Selected = Awaited<ReturnType<typeof select>>[number];

export type CaseRecord = Selected & { readonly status: CaseStatus; readonly facts: CaseFacts };

/** The columns of a case that the rules read. */
export const factColumns = {
  case_id: cases.case_id,
  version: cases.version,
  status: cases.status,
  hospital_id: cases.hospital_id,
  team_id: cases.team_id,
  technician_id: cases.technician_id,
  technician_group_id: cases.technician_group_id,
  confirmer_id: cases.confirmer_id,
  uploader_group_id: cases.uploader_group_id,
  closed_at: cases.closed_at,
  patient_id: cases.patient_id,
  patient_first_name: cases.patient_first_name,
  patient_last_name: cases.patient_last_name,
  birth_date: cases.birth_date,
  gender: cases.gender,
  recording_start: cases.recording_start,
  report_version: cases.report_version,
  verification_requested_at: cases.verification_requested_at,
  verified_at: cases.verified_at,
  edit_started_at: cases.edit_started_at,
  edit_saved_at: cases.edit_saved_at,
  confirmed_date: cases.confirmed_date,
} as const;
type GroupRow = typeof userGroups.$inferSelect;
type Center = Pick<GroupRow, 'id' | 'verification_required' | 'coverage_minimum' | 'takes_others_share'>;
type FactRow = Omit<Selected, 'row' | 'hospital' | 'center' | 'team'> & {
  readonly row: Pick<Selected['row'], keyof typeof factColumns>;
  readonly center: Center | null;
};

export function factsOf({ row, center, ...rest }: FactRow, status: CaseStatus): CaseFacts {
  return {
    hospital_id: row.hospital_id,
    tech_center_id: center?.id ?? null,
    technician_id: row.technician_id,
    technician_group_id: row.technician_group_id,
    confirmer_id: row.confirmer_id,
    uploader_group_id: row.uploader_group_id,
    status,
    version: row.version,
    closed: row.closed_at !== null,
    missing_required: missingRequired(row),
    has_recording: rest.has_recording,
    agreement_missing: rest.agreement_missing,
    has_report: row.report_version !== null,
    report_author_id: rest.report_author_id,
    verification_requested: row.verification_requested_at !== null,
    verified: row.verified_at !== null,
    verification_required: center?.verification_required ?? false,
    coverage_short: coverageShortOf(rest.recording_seen, center?.coverage_minimum ?? null),
    edit_saved: row.edit_saved_at !== null,
    has_new_report: row.edit_started_at !== null && rest.report_unreleased,
    confirmed: row.confirmed_date !== null,
    team_id: row.team_id,
    center_team_ids: idsIn(rest.center_team_ids),
    waiting_team_ids: idsIn(rest.waiting_team_ids),
    takes_others_share: center?.takes_others_share ?? true,
  };
}

/** Returns the status. An unknown one is a fault of the database. */
export function statusOf({ case_id, status }: Pick<Selected['row'], 'case_id' | 'status'>): CaseStatus {
  if (!isCaseStatus(status)) throw new Error(`case ${String(case_id)} has no known status`);
  return status;
}

function caseRecordOf(selected: Selected): CaseRecord {
  const status = statusOf(selected.row);
  return { ...selected, status, facts: factsOf(selected, status) };
}

/**
 * Returns the query of one record as a named statement, which a connection plans only a few times. Planning takes ten
 * times as long as reading the row. A name must always have the same text.
 */
function one(db: Queryable, by: 'case_id' | 'hn_id', lock: boolean) {
  const query = select(db).where(eq(cases[by], sql.placeholder('key')));
  const name = `case_by_${by}`;
  return lock ? query.for('update', { of: cases }).prepare(`${name}_locked`) : query.prepare(name);
}

async function read(db: Queryable, key: number | string, lock: boolean): Promise<CaseRecord | null> {
  const [selected] = await one(db, typeof key === 'number' ? 'case_id' : 'hn_id', lock).execute({ key });
  return selected === undefined ? null : caseRecordOf(selected);
}

export const readCaseRecord = (db: Queryable, case_id: number): Promise<CaseRecord | null> =>
  read(db, case_id, false);

/** Returns the record of an HN ID, which is unique; `lock` locks its row until the transaction ends. */
export const findByHnId = (db: Queryable, hn_id: string, lock: boolean): Promise<CaseRecord | null> =>
  read(db, hn_id, lock);

/** Returns the record with its row locked, so that the checked state is the one that is changed. */
export const lockCaseRecord = (tx: Queryable, case_id: number): Promise<CaseRecord | null> =>
  read(tx, case_id, true);

/** Locks a case's row until the transaction ends, for work that checks nothing of it. */
export async function lockCase(tx: Tx, case_id: number): Promise<void> {
  await tx.select({ id: cases.case_id }).from(cases).where(eq(cases.case_id, case_id)).for('update');
}
