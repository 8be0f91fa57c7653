/** Builds the data of a case's report: the facts of the case and the current figures of its reading. */
import { type ReportDocument, reportDocument } from '@rhythmdesk/contract/report-document';
import { genders, priorities, severities } from '@rhythmdesk/domain/case/status';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { hasLetterhead, reportSections, sectionsOf } from '@rhythmdesk/domain/report/report-form';
import { and, eq, asc, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { storedEvents, storedLeads } from '../../platform/db/schema/recording-shapes.ts';
import { leftOutStatements } from '../../platform/db/schema/left-out.ts';
import { users } from '../../platform/db/schema/people.ts';
import { readingEdits } from '../../platform/db/schema/reading.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { reportedStates } from '@rhythmdesk/domain/critical/critical-states';
import { criticalFindings } from '../../platform/db/schema/critical.ts';

const storedFindings = reportDocument.shape.critical;

/** Returns the open and acknowledged critical findings by time; rejected and withdrawn ones are not in the report. */
async function reportedFindings(db: Queryable, case_id: number): Promise<ReportDocument['critical']> {
  const { rule, kind, state, start_sample, seconds, bpm, acknowledged_at, acknowledged_name } =
    criticalFindings;
  const rows = await db
    .select({ rule, kind, state, start_sample, seconds, bpm, acknowledged_at, acknowledged_name })
    .from(criticalFindings)
    .where(and(eq(criticalFindings.case_id, case_id), inArray(criticalFindings.state, reportedStates)))
    .orderBy(asc(start_sample), asc(criticalFindings.finding_id));
  return storedFindings.parse(
    rows.map((row) => ({ ...row, acknowledged_at: row.acknowledged_at?.toISOString() ?? null })),
  );
}

const genderWord = z.enum(genders).nullable();
const priorityWord = z.enum(priorities);
const severityWord = z.enum(severities);
const sectionList = z.array(z.enum(reportSections));

type Institution = { readonly name: string; readonly postcode: string; readonly address: string };
const letterhead = ({ name, postcode, address }: Institution): Institution => ({ name, postcode, address });

function letterheadOf(house: Institution & { readonly letterhead: string; readonly logo: string }) {
  const own = house.letterhead.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const standing = [house.name, `${house.postcode} ${house.address}`.trim()];
  return { lines: own.length > 0 ? own : standing, logo: house.logo === '' ? null : house.logo };
}

const person = { id: users.id, name: users.name };

async function personOf(db: Db, id: number | null): Promise<ReportDocument['technician']> {
  if (id === null) return null;
  const [found] = await db.select(person).from(users).where(eq(users.id, id));
  return found ?? null;
}

/** Returns the print settings of hospital and center. */
function formParts({ hospital, center }: Pick<CaseRecord, 'hospital' | 'center'>) {
  const ofHospital = hasLetterhead(hospital);
  const house = ofHospital ? hospital : center;
  const sections = sectionsOf(
    sectionList.parse(hospital.report_sections),
    sectionList.parse(center?.report_sections ?? []),
  );
  return {
    sections: [...sections],
    letterhead:
      house === null
        ? null
        : { of: ofHospital ? ('hospital' as const) : ('center' as const), ...letterheadOf(house) },
  };
}

function caseParts({ row, hospital, center }: CaseRecord) {
  return {
    case: {
      case_id: row.case_id,
      hn_id: row.hn_id,
      priority: priorityWord.parse(row.priority),
      severity: severityWord.parse(row.severity),
      product_name: row.product_name,
      question: row.comment,
    },
    patient: {
      patient_id: row.patient_id,
      first_name: row.patient_first_name,
      last_name: row.patient_last_name,
      birth_date: row.birth_date,
      gender: genderWord.parse(row.gender),
    },
    hospital: letterhead(hospital),
    center: center === null ? null : letterhead(center),
    ...formParts({ hospital, center }),
    conclusion: row.technician_comment,
    conclusion_figures: row.conclusion_figures,
  };
}

async function recordingOf(db: Db, case_id: number) {
  const [row] = await db.select().from(recordings).where(eq(recordings.case_id, case_id));
  if (row === undefined) throw new Refusal('report/no-analysis');
  return row;
}

/** Returns the chief's statement in the newest version. It is valid only while the case is verified. */
async function statementOf(db: Db, { row }: CaseRecord): Promise<ReportDocument['left_out_statement']> {
  const { case_id, report_version, verified_at } = row;
  if (report_version === null || verified_at === null) return null;
  const [found] = await db
    .select({ words: leftOutStatements.words, stated_at: leftOutStatements.stated_at, by: person })
    .from(leftOutStatements)
    .innerJoin(users, eq(users.id, leftOutStatements.stated_by))
    .where(and(eq(leftOutStatements.case_id, case_id), eq(leftOutStatements.report_version, report_version)));
  return found === undefined ? null : { ...found, stated_at: found.stated_at.toISOString() };
}

async function lastEditAt(db: Db, case_id: number, sequence: number): Promise<string | null> {
  const [row] = await db
    .select({ created_at: readingEdits.created_at })
    .from(readingEdits)
    .where(and(eq(readingEdits.case_id, case_id), eq(readingEdits.sequence, sequence)));
  return row?.created_at.toISOString() ?? null;
}

export type ReportQuery = {
  readonly language: Language;
  /** Changes of an amendment and their reason. */
  readonly amendment: string | null;
  /**
   * Statement of the verification that makes this version; by default that of the newest version while it is verified.
   */
  readonly left_out_statement?: ReportDocument['left_out_statement'];
};

export async function makeDocument(
  { db, clock, figures: readFigures }: Pick<ReportDependencies, 'db' | 'clock' | 'figures'>,
  record: CaseRecord,
  { language, amendment, left_out_statement }: ReportQuery,
): Promise<ReportDocument> {
  const { case_id, technician_id, confirmer_id, verified_at, report_version } = record.row;
  // A chief who was only asked has not verified anything. The statement of a verification is printed before it is stored.
  const isVerified = verified_at !== null || (left_out_statement ?? null) !== null;
  const [found, technician, confirmer] = await Promise.all([
    readFigures(case_id),
    personOf(db, technician_id),
    personOf(db, isVerified ? confirmer_id : null),
  ]);
  if (found === null) throw new Refusal('report/no-analysis');
  const recording = await recordingOf(db, case_id);
  const { start_ms, samples, sampling_hz, synthetic } = recording;
  return {
    format: 1,
    language,
    made_at: clock.now().toISOString(),
    report_version: (report_version ?? 0) + 1,
    amendment,
    left_out_statement: left_out_statement ?? (await statementOf(db, record)),
    ...caseParts(record),
    technician,
    read_at: await lastEditAt(db, case_id, found.figures.sequence),
    confirmer,
    verified_at: verified_at?.toISOString() ?? left_out_statement?.stated_at ?? null,
    signed: null,
    recording: {
      start: new Date(start_ms).toISOString(),
      end: new Date(start_ms + (1000 * samples) / sampling_hz).toISOString(),
      time_zone: record.hospital.time_zone,
      leads: storedLeads.parse(recording.leads).map(({ label }) => label),
      synthetic,
    },
    critical: await reportedFindings(db, case_id),
    ...found,
    notes: storedEvents.parse(recording.events).map(({ note }) => note),
  };
}
