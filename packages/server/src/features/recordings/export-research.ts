/**
 * Exports recordings of completed cases for research, as a zip of WFDB records or EDF+ files with a table of the records.
 *
 * Invariants: nothing in the bytes names a person, an institution, a case, a patch or a real date; all dates of a patient
 * are shifted by the same number of days; free texts (diary, comments, conclusions) are left out; cases of patients who
 * withdrew a consent or were erased are left out. Samples and annotations are those of the other exports.
 */
import type { privacyRoutes } from '@rhythmdesk/contract/privacy';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { ageOn } from '@rhythmdesk/domain/case/patient-dates';
import { finishedStatus, genders } from '@rhythmdesk/domain/case/status';
import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { tableParts, type TableField } from '@rhythmdesk/ecg/formats/annotations-csv';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { refuseBadPeriod, withinPeriod } from '../../platform/db/search-period.ts';
import type { ZipSource } from '../../platform/files/answer-zip.ts';
import type { ZipPart } from '../../platform/files/stream-zip.ts';
import { textPart, zipPieces } from '../../platform/files/zip-pieces.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { edfPart } from './export-edf.ts';
import { readExported, type ExportDependencies } from './export-recording.ts';
import { wfdbParts } from './export-wfdb.ts';
import type { ExportedRecording } from './exported-recording.ts';
import { sexes } from './open-export.ts';
import { subjectOf, type Subject } from './research-subjects.ts';

type Input = ParsedOf<typeof privacyRoutes.exportResearch>;
type ResearchQuery = {
  readonly caller: { readonly user_group: Pick<Asking['user_group'], 'time_zone'> };
  readonly input: Input;
};

/** Older patients are so few that the age alone may name one. */
const oldestStated = 89;

/** A withdrawn consent of any case of the patient ends the use for research. */
const neverWithdrawn: SQL = sql`not exists (
  select 1 from agreement_withdrawals w join agreements a using (agreement_id) join cases o on o.case_id = a.case_id
  where o.case_id = ${cases.case_id} or (o.hospital_id = ${cases.hospital_id} and o.patient_id = ${cases.patient_id}))`;

/** The condition for use in research. It is checked again at each case, because an export may take hours. */
const isUsable = and(
  eq(cases.status, finishedStatus),
  isNull(cases.erased_at),
  isNull(recordings.purged_at),
  neverWithdrawn,
);

const stillUsable = (db: Db, case_id: number): Promise<boolean> =>
  db
    .select({ case_id: cases.case_id })
    .from(cases)
    .innerJoin(recordings, eq(recordings.case_id, cases.case_id))
    .where(and(eq(cases.case_id, case_id), isUsable))
    .then((rows) => rows.length > 0);

function readCases(db: Db, { caller, input }: ResearchQuery) {
  const { hospital_id, from_time: from, to_time: to } = input;
  refuseBadPeriod({ from, to });
  return db
    .select({
      case_id: cases.case_id,
      hospital_id: cases.hospital_id,
      patient_id: cases.patient_id,
      gender: cases.gender,
      birth_date: cases.birth_date,
      time_zone: userGroups.time_zone,
    })
    .from(cases)
    .innerJoin(userGroups, eq(userGroups.id, cases.hospital_id))
    .innerJoin(recordings, eq(recordings.case_id, cases.case_id))
    .where(
      and(
        isUsable,
        hospital_id === undefined ? undefined : eq(cases.hospital_id, hospital_id),
        withinPeriod(cases.confirmed_date, { from, to }, caller.user_group.time_zone),
      ),
    )
    .orderBy(asc(cases.case_id));
}
type ResearchCase = Awaited<ReturnType<typeof readCases>>[number];

const genderWord = z.enum(genders).nullable();

/** The age at the recording, whose clock is local; null without a birth date. */
function statedAge(birth_date: string | null, clock_ms: number): number | null {
  const years = ageOn(birth_date, new Date(clock_ms).toISOString().slice(0, 10));
  return years === null ? null : Math.min(oldestStated + 1, years);
}

/** Returns the recording as research gets it: pseudonym, shifted dates, no diary. */
function pseudonymised(
  recording: ExportedRecording,
  { pseudonym, shift_ms }: Subject,
  name: string,
): ExportedRecording {
  const { marks, patient } = recording;
  return {
    ...recording,
    hn_id: name,
    patient: { code: pseudonym, sex: patient.sex, birth_date: null, name: null },
    study: null,
    recording_id: 0,
    start_ms: recording.start_ms + shift_ms,
    clock_ms: recording.clock_ms + shift_ms,
    marks: {
      ...marks,
      events: marks.events.map(({ at_ms, text }) => ({
        at_ms,
        text: text.startsWith('Diary') ? 'Diary entry' : 'Patient button',
      })),
    },
  };
}

const heads = [
  ...['subject', 'record', 'sex', 'age_at_recording', 'start_shifted', 'duration_s', 'sampling_hz'],
  ...['leads', 'annotated'],
] as const;

function lineOf(row: ResearchCase, original: ExportedRecording, shown: ExportedRecording): TableField[] {
  const { frames, patient, clock_ms } = shown;
  return [
    ...[patient.code, shown.hn_id, patient.sex ?? 'X', statedAge(row.birth_date, original.clock_ms)],
    new Date(clock_ms).toISOString().slice(0, 19),
    ...[frames.samples / frames.sampling_hz, frames.sampling_hz],
    frames.leads.map(({ label }) => label).join(' '),
    shown.marks.beats === null ? 'no' : 'yes',
  ];
}

const readme = `Recordings for research, made by Rhythmdesk.

Each subject has a random pseudonym. All dates of a subject are shifted into the past by the same random number of whole
weeks; the time of day and the day of the week are real. Names, identifiers, institutions, free texts and diary entries
are left out. age_at_recording is 90 for 90 years and more. records.csv lists the records.

These data are pseudonymised, not anonymous: an ECG is personal. Whoever receives them must not try to identify a subject.
`;

type Written = {
  readonly format: Input['format'];
  readonly lines: TableField[][];
  /** The number of records by subject, so that the numbers tell nothing about other subjects. */
  readonly records: Map<string, number>;
};

/**
 * Returns the entries of one case, and adds its line to the table. None if the consent was withdrawn, or the patient
 * erased, since the export began.
 */
async function openCase(
  dependencies: ExportDependencies,
  row: ResearchCase,
  { format, lines, records }: Written,
): Promise<readonly ZipPart[]> {
  const { db, files } = dependencies;
  const { case_id, hospital_id, time_zone } = row;
  if (!(await stillUsable(db, case_id))) return [];
  const gender = genderWord.parse(row.gender);
  const patient_key = row.patient_id ?? `case:${String(case_id)}`;
  const subject = await subjectOf(db, { hospital_id, patient_key });
  const number = (records.get(subject.pseudonym) ?? 0) + 1;
  records.set(subject.pseudonym, number);
  const name = `${subject.pseudonym}_${String(number)}`;
  const patient = {
    code: null,
    sex: gender === null ? null : sexes[gender],
    birth_date: null,
    name: null,
  };
  const opened = { case_id, hn_id: name, time_zone, processing: false, patient, study: null };
  const original = await readExported(dependencies, opened);
  const shown = pseudonymised(original, subject, name);
  lines.push(lineOf(row, original, shown));
  return format === 'edf' ? [await edfPart({ files }, shown)] : wfdbParts({ files }, shown);
}

export async function researchSource(
  dependencies: ExportDependencies,
  researchQuery: ResearchQuery,
): Promise<ZipSource> {
  const rows = await readCases(dependencies.db, researchQuery);
  if (rows.length === 0) throw new Refusal('object/not-found');
  const { format, from_time, to_time } = researchQuery.input;
  const written: Written = { format, lines: [], records: new Map() };
  return {
    filename: `research-${format}.zip`,
    target: `research/${from_time}/${to_time}: ${format}`,
    total: rows.length,
    case_ids: rows.map(({ case_id }) => case_id),
    pieces: (signal) =>
      zipPieces(
        {
          cases: rows.map((row) => () => openCase(dependencies, row, written)),
          last: () => [
            textPart('records.csv', () => [...tableParts(heads, written.lines)].join('')),
            textPart('README.txt', () => readme),
          ],
        },
        signal,
      ),
  };
}
