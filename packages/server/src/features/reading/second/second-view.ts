/** Returns a second reading in the form of the API for one caller. */
import {
  readingAgreement,
  type SecondDetail,
  type SecondReading,
} from '@rhythmdesk/contract/second-readings';
import { ageAt } from '@rhythmdesk/domain/case/patient-dates';
import {
  mayGiveBackSecond,
  mayLetGoSecond,
  mayTakeSecond,
  readsSecond,
  secondStateOf,
  seesAgreement,
} from '@rhythmdesk/domain/case/second-reading';
import { genders } from '@rhythmdesk/domain/case/status';
import { patientFor } from '@rhythmdesk/domain/people/masking';
import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import { everything, inScope } from '../../../platform/db/row-scope.ts';
import { cases } from '../../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { recordings } from '../../../platform/db/schema/recordings.ts';
import type { secondReadings } from '../../../platform/db/schema/second-readings.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { readCriticalSettings } from '../../../records/critical/critical-settings.ts';
import { factsOfSecond, hadAHand } from '../../../records/readings/second-reading.ts';

type SecondRow = typeof secondReadings.$inferSelect;
type ViewQuery = {
  readonly caller: Caller;
  readonly now: Date;
  /** The second readings that no user can take, if the caller may know of them. */
  readonly unread: ReadonlySet<number>;
};

/**
 * Returns the facts of the cases that do not depend on their reading: the patient, and time and length of the
 * recording. Second readers may not see the case itself, so it is read beyond their scope; the access to the second
 * reading was checked before.
 */
function factsOfCases(db: Db, ids: readonly number[]) {
  return inScope(everything, () =>
    db
      .select({
        case_id: cases.case_id,
        hn_id: cases.hn_id,
        hospital: { id: userGroups.id, name: userGroups.name, type: sql<'hospital'>`'hospital'` },
        time_zone: userGroups.time_zone,
        patient: {
          patient_first_name: cases.patient_first_name,
          patient_last_name: cases.patient_last_name,
          birth_date: cases.birth_date,
          phone_number: cases.phone_number,
        },
        gender: cases.gender,
        recording_start: cases.recording_start,
        recording_seconds: cases.recording_seconds,
        sampling_hz: recordings.sampling_hz,
      })
      .from(cases)
      .innerJoin(userGroups, eq(userGroups.id, cases.hospital_id))
      .leftJoin(recordings, eq(recordings.case_id, cases.case_id))
      .where(inArray(cases.case_id, [...ids])),
  );
}
type CaseOf = Awaited<ReturnType<typeof factsOfCases>>[number];

/**
 * Returns the cases that the caller worked on. For a second reading that they already took, this was checked when they
 * took it.
 */
async function handsIn(db: Db, { id }: Caller, ids: readonly number[]): Promise<Set<number>> {
  const found = await db
    .select({ case_id: cases.case_id })
    .from(cases)
    .where(sql`${inArray(cases.case_id, [...ids])} and ${hadAHand(id, sql`${cases.case_id}`)}`);
  return new Set(found.map(({ case_id }) => case_id));
}

async function namesOf(db: Db, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, known));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type Known = { readonly facts: CaseOf; readonly names: Map<number, string>; readonly had_a_hand: boolean };

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;
const genderOf = z.enum(genders).nullable();

/** Returns the patient as the technician in charge of the case would see them: masked while nobody reads it. */
function patientOf(row: SecondRow, { facts }: Known, { caller, now }: ViewQuery) {
  const { masked, patient } = patientFor(caller.actor, { ...facts.patient, technician_id: row.reader_id });
  return {
    masked,
    patient_first_name: patient.patient_first_name,
    patient_last_name: patient.patient_last_name,
    gender: genderOf.parse(facts.gender),
    age: ageAt(facts.patient.birth_date, facts.time_zone, now.getTime()),
  };
}

function viewOf(row: SecondRow, known: Known, query: ViewQuery): SecondReading {
  const { facts, names, had_a_hand } = known;
  const { actor } = query.caller;
  const second = factsOfSecond(row);
  const open = seesAgreement(actor, second);
  const person = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? '' });
  const agreement = open && row.agreement !== null ? readingAgreement.parse(row.agreement) : null;
  const no_reader = mayLetGoSecond(actor, second, !query.unread.has(row.second_id));
  const may_give_back = no_reader || mayGiveBackSecond(actor, second);
  return {
    second_id: row.second_id,
    case_id: row.case_id,
    state: secondStateOf(second),
    drawn_at: row.drawn_at.toISOString(),
    taken_at: isoOf(row.taken_at),
    finished_at: isoOf(row.finished_at),
    hn_id: facts.hn_id,
    hospital: facts.hospital,
    ...patientOf(row, known, query),
    recording_start: isoOf(facts.recording_start),
    recording_seconds: facts.recording_seconds,
    time_zone: facts.time_zone,
    reader: open || may_give_back ? person(row.reader_id) : null,
    first_reader: open ? person(row.first_reader_id) : null,
    share: agreement?.beats.share ?? null,
    kappa: agreement?.beats.kappa ?? null,
    no_reader,
    may_take: mayTakeSecond(actor, second, had_a_hand),
    may_read: readsSecond(actor, second),
    may_give_back,
  };
}

/** Returns the views in the order of the rows. */
export async function secondViews(
  db: Db,
  rows: readonly SecondRow[],
  query: ViewQuery,
): Promise<SecondReading[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ case_id }) => case_id);
  const [facts, hands, names] = await Promise.all([
    factsOfCases(db, ids),
    handsIn(db, query.caller, ids),
    namesOf(
      db,
      rows.flatMap(({ reader_id, first_reader_id }) => [reader_id, first_reader_id]),
    ),
  ]);
  const byCase = new Map(facts.map((one) => [one.case_id, one]));
  return rows.flatMap((row) => {
    const one = byCase.get(row.case_id);
    if (one === undefined) return [];
    return [viewOf(row, { facts: one, names, had_a_hand: hands.has(row.case_id) }, query)];
  });
}

export async function secondDetail(db: Db, row: SecondRow, query: ViewQuery): Promise<SecondDetail | null> {
  const [view] = await secondViews(db, [row], query);
  if (view === undefined) return null;
  const critical_rules = view.may_read
    ? (await readCriticalSettings(db, row.center_id)).settings.rules
    : null;
  const open = row.agreement !== null && seesAgreement(query.caller.actor, factsOfSecond(row));
  if (!open) return { ...view, agreement: null, sampling_hz: null, critical_rules };
  const [facts] = await factsOfCases(db, [row.case_id]);
  return {
    ...view,
    agreement: readingAgreement.parse(row.agreement),
    sampling_hz: facts?.sampling_hz ?? null,
    critical_rules,
  };
}
