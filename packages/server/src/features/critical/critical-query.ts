/** Reads critical findings in the form of the API, limited to what the caller may see. */
import type { CriticalFinding, CriticalView } from '@rhythmdesk/contract/critical';
import { ageAt } from '@rhythmdesk/domain/case/patient-dates';
import { genders } from '@rhythmdesk/domain/case/status';
import { actsOn, stepsDone, underWayStates } from '@rhythmdesk/domain/critical/critical-states';
import { can, may, reaches } from '@rhythmdesk/domain/people/can';
import { patientFor } from '@rhythmdesk/domain/people/masking';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { rhythmKeys } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { criticalFindings } from '../../platform/db/schema/critical.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { caseScopeSql } from '../../records/cases/case-scope.ts';
import type { CriticalCall } from './critical-dependencies.ts';
import { ruleOf, stateWord } from './critical-record.ts';

const judges = alias(users, 'judge');
/** Without the strip, which is fetched separately. */
const findingColumns = {
  finding_id: criticalFindings.finding_id,
  case_id: criticalFindings.case_id,
  rule: criticalFindings.rule,
  kind: criticalFindings.kind,
  start_sample: criticalFindings.start_sample,
  end_sample: criticalFindings.end_sample,
  start_ms: criticalFindings.start_ms,
  beats: criticalFindings.beats,
  seconds: criticalFindings.seconds,
  bpm: criticalFindings.bpm,
  places: sql<number>`jsonb_array_length(${criticalFindings.places})`,
  state: criticalFindings.state,
  level: criticalFindings.level,
  deadline_minutes: criticalFindings.deadline_minutes,
  found_at: criticalFindings.found_at,
  due_at: criticalFindings.due_at,
  called_at: criticalFindings.called_at,
  judged_by: criticalFindings.judged_by,
  judged_at: criticalFindings.judged_at,
  acknowledged_name: criticalFindings.acknowledged_name,
  acknowledged_at: criticalFindings.acknowledged_at,
  ended_at: criticalFindings.ended_at,
};

function select(db: Queryable) {
  return db
    .select({
      finding: findingColumns,
      has_strip: sql<boolean>`${criticalFindings.strip} is not null`,
      row: cases,
      hospital: { id: userGroups.id, name: userGroups.name, time_zone: userGroups.time_zone },
      judge: judges.name,
    })
    .from(criticalFindings)
    .innerJoin(cases, eq(cases.case_id, criticalFindings.case_id))
    .innerJoin(userGroups, eq(userGroups.id, cases.hospital_id))
    .leftJoin(judges, eq(judges.id, criticalFindings.judged_by));
}
export type SelectedFinding = Awaited<ReturnType<typeof select>>[number];

const gender = z.enum(genders).nullable();
const kind = z.enum(rhythmKeys);
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** Returns the patient of the case as the caller may see them. */
function patientOf({ row, hospital }: SelectedFinding, { caller: { actor }, now }: CriticalCall) {
  const { masked, patient } = patientFor(actor, row);
  return {
    case_id: row.case_id,
    hn_id: row.hn_id,
    hospital: { id: hospital.id, name: hospital.name, type: 'hospital' as const },
    masked,
    patient_first_name: patient.patient_first_name,
    patient_last_name: patient.patient_last_name,
    gender: gender.parse(row.gender),
    age: ageAt(row.birth_date, hospital.time_zone, now.getTime()),
    technician: personOf(row.technician_id, row.technician_name),
    time_zone: hospital.time_zone,
  };
}

export function findingFor(selected: SelectedFinding, call: CriticalCall): CriticalFinding {
  const { caller } = call;
  const { finding, row, judge, has_strip } = selected;
  const { start_ms, judged_by, level: _level, ...rest } = finding;
  const state = stateWord.parse(finding.state);
  const may_act = may('case', caller.actor, 'critical.act', row);
  return {
    ...rest,
    ...patientOf(selected, call),
    rule: ruleOf(finding),
    kind: kind.parse(finding.kind),
    start: new Date(start_ms).toISOString(),
    state,
    steps: stepsDone(state, finding.called_at !== null),
    found_at: finding.found_at.toISOString(),
    due_at: finding.due_at.toISOString(),
    called_at: iso(finding.called_at),
    judged_by: personOf(judged_by, judge),
    judged_at: iso(finding.judged_at),
    acknowledged_at: iso(finding.acknowledged_at),
    ended_at: iso(finding.ended_at),
    has_strip: has_strip && may('case', caller.actor, 'recording.read', row),
    acts: may_act ? actsOn(state) : [],
  };
}

const statesOf: Readonly<Record<CriticalView, readonly string[]>> = {
  open: underWayStates,
  acknowledged: ['acknowledged'],
  false: ['false'],
  withdrawn: ['withdrawn'],
};

/** Returns the condition for the findings of the caller's center. */
export function seenBy({ actor }: Caller): SQL {
  const grant = can(actor, 'critical.read');
  if (grant === 'never') throw new Refusal('auth/role-never');
  return caseScopeSql(conditionOf('case', actor, grant));
}

export async function readPage(
  db: Db,
  call: CriticalCall,
  { view, page, size, within }: { view: CriticalView; page: number; size: number; within: SQL | undefined },
) {
  const where = and(seenBy(call.caller), inArray(criticalFindings.state, [...statesOf[view]]), within);
  const order =
    view === 'open'
      ? [asc(criticalFindings.due_at), asc(criticalFindings.finding_id)]
      : [desc(criticalFindings.ended_at), desc(criticalFindings.finding_id)];
  const [rows, counted] = await Promise.all([
    select(db)
      .where(where)
      .orderBy(...order)
      .limit(size)
      .offset(size * (page - 1)),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(criticalFindings)
      .innerJoin(cases, eq(cases.case_id, criticalFindings.case_id))
      .where(where),
  ]);
  noteAudit({ case_ids: [...new Set(rows.map(({ row }) => row.case_id))] });
  return { items: rows.map((row) => findingFor(row, call)), total: counted[0]?.total ?? 0 };
}

/** Counts the findings in each view. */
export async function countViews(db: Db, caller: Caller): Promise<Record<CriticalView, number>> {
  const rows = await db
    .select({ state: criticalFindings.state, count: sql<number>`count(*)::int` })
    .from(criticalFindings)
    .innerJoin(cases, eq(cases.case_id, criticalFindings.case_id))
    .where(seenBy(caller))
    .groupBy(criticalFindings.state);
  const of = (view: CriticalView): number =>
    rows.reduce((sum, { state, count }) => sum + (statesOf[view].includes(state) ? count : 0), 0);
  return {
    open: of('open'),
    acknowledged: of('acknowledged'),
    false: of('false'),
    withdrawn: of('withdrawn'),
  };
}

/** Counts only the open findings, which the partial index contains, however many have ended. */
export async function countOpen(db: Db, caller: Caller): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(criticalFindings)
    .innerJoin(cases, eq(cases.case_id, criticalFindings.case_id))
    .where(and(seenBy(caller), inArray(criticalFindings.state, [...underWayStates])));
  return row?.count ?? 0;
}

/** Returns the finding if it belongs to the caller's center; otherwise it is not found. */
export async function seenFinding(db: Db, caller: Caller, finding_id: number): Promise<SelectedFinding> {
  const [selected] = await select(db).where(eq(criticalFindings.finding_id, finding_id));
  const grant = can(caller.actor, 'critical.read');
  if (grant === 'never') throw new Refusal('auth/role-never');
  if (selected === undefined || !reaches('case', caller.actor, grant, selected.row)) {
    throw new Refusal('object/not-found');
  }
  noteAudit({ case_id: selected.row.case_id });
  return selected;
}

export async function findingsOfCase(
  db: Db,
  call: CriticalCall,
  case_id: number,
): Promise<CriticalFinding[]> {
  const rows = await select(db)
    .where(and(seenBy(call.caller), eq(criticalFindings.case_id, case_id)))
    .orderBy(sql`${criticalFindings.ended_at} is not null`, desc(criticalFindings.finding_id));
  if (rows.length === 0 && (await db.$count(cases, eq(cases.case_id, case_id))) === 0)
    throw new Refusal('object/not-found');
  noteAudit({ case_id });
  return rows.map((row) => findingFor(row, call));
}
