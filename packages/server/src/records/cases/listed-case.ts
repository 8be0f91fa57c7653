/**
 * Reads what lists show of cases: the columns of a row, the facts for the rules, and values of other tables (recording,
 * report, comments, confirmer).
 *
 * A list shows a hundred cases at once. This query therefore reads far fewer columns than case-record.ts, joins each
 * other table once, and is prepared by name, so that the database plans it once per connection.
 */
import type { CaseFacts } from '@rhythmdesk/domain/case/facts';
import type { CaseStatus } from '@rhythmdesk/domain/case/status';
import { desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { caseComments, cases, reportVersions } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import {
  agreementMissing,
  centerOfCase,
  centers,
  factColumns,
  factsOf,
  hospitals,
  statusOf,
  teamFacts,
  teams,
} from './case-record.ts';
import { recordingSeenSql } from './recording-seen.ts';

const shownColumns = {
  ...factColumns,
  hn_id: cases.hn_id,
  job_count: cases.job_count,
  phone_number: cases.phone_number,
  priority: cases.priority,
  severity: cases.severity,
  technician_name: cases.technician_name,
  recording_seconds: cases.recording_seconds,
  requested_date: cases.requested_date,
  report_due_date: cases.report_due_date,
  critical_due_at: cases.critical_due_at,
  created_at: cases.created_at,
  af_share: cases.af_share,
  ve_count: cases.ve_count,
  pause_count: cases.pause_count,
} as const;

/** Selects the latest report version of a case. */
const reportOf = (db: Queryable) =>
  db
    .select({
      author_id: sql<
        number | null
      >`coalesce(${reportVersions.reading_by}, ${reportVersions.created_by})::float8`.as('author_id'),
      released_at: reportVersions.released_at,
    })
    .from(reportVersions)
    .where(eq(reportVersions.case_id, cases.case_id))
    .orderBy(desc(reportVersions.report_version))
    .limit(1)
    .as('report');

const countOf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/** Counts the comments of a case. */
const talkOf = (db: Queryable) =>
  db
    .select({
      comments: countOf(sql`not ${caseComments.internal}`).as('comments'),
      internal_comments: countOf(sql`${caseComments.internal}`).as('internal_comments'),
    })
    .from(caseComments)
    .where(eq(caseComments.case_id, cases.case_id))
    .as('talk');

function query(db: Queryable) {
  const report = reportOf(db);
  const talk = talkOf(db);
  return db
    .select({
      row: shownColumns,
      hospital: {
        id: hospitals.id,
        name: hospitals.name,
        type: hospitals.type,
        time_zone: hospitals.time_zone,
      },
      center: {
        id: centers.id,
        name: centers.name,
        type: centers.type,
        verification_required: centers.verification_required,
        coverage_minimum: centers.coverage_minimum,
        takes_others_share: centers.takes_others_share,
      },
      team: { id: teams.id, name: teams.name, type: teams.type },
      has_recording: sql<boolean>`${recordings.recording_id} is not null`,
      report_author_id: report.author_id,
      report_unreleased: sql<boolean>`${report.author_id} is not null and ${report.released_at} is null`,
      agreement_missing: agreementMissing,
      ...teamFacts,
      recording_seen: recordingSeenSql(centers.coverage_minimum),
      joined: {
        sparkline: recordings.sparkline,
        confirmer_name: users.name,
        comments: talk.comments,
        internal_comments: talk.internal_comments,
      },
    })
    .from(cases)
    .innerJoin(hospitals, eq(hospitals.id, cases.hospital_id))
    .leftJoin(centers, centerOfCase)
    .leftJoin(teams, eq(teams.id, cases.team_id))
    .leftJoin(recordings, eq(recordings.case_id, cases.case_id))
    .leftJoin(users, eq(users.id, cases.confirmer_id))
    .leftJoinLateral(report, sql`true`)
    .leftJoinLateral(talk, sql`true`)
    .where(sql`${cases.case_id} = any(${sql.placeholder('ids')}::bigint[])`)
    .prepare('listed_cases');
}

/**
 * Building the statement takes more than half of the time that PostgreSQL needs for it, so it is cached per database.
 */
const queries = new WeakMap<Queryable, ReturnType<typeof query>>();
function queryOf(db: Queryable): ReturnType<typeof query> {
  const known = queries.get(db) ?? query(db);
  queries.set(db, known);
  return known;
}

type Selected = Awaited<ReturnType<ReturnType<typeof query>['execute']>>[number];
export type ListedCase = Selected & { readonly status: CaseStatus; readonly facts: CaseFacts };

/** Returns the cases of these ids that the caller sees, in the order of the ids. */
export async function readListedCases(db: Queryable, ids: readonly number[]): Promise<ListedCase[]> {
  if (ids.length === 0) return [];
  const found = await queryOf(db).execute({ ids: [...ids] });
  const byId = new Map(found.map((selected) => [selected.row.case_id, selected]));
  return ids.flatMap((id) => {
    const selected = byId.get(id);
    if (selected === undefined) return [];
    const status = statusOf(selected.row);
    return [{ ...selected, status, facts: factsOf(selected, status) }];
  });
}
