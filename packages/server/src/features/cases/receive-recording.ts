/**
 * What a received recording does to cases: it makes one, or attaches to the one that waits for it; any other known
 * HN ID is taken. The uploader is told. Called inside the upload's own transaction; `app` hands it over.
 */
import { attachUpload } from '@rhythmdesk/domain/case/attach';
import { isCaseStatus } from '@rhythmdesk/domain/case/status';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import { recordPaperConsent } from './paper-consent.ts';
import type { CaseChange } from '../../records/cases/save-case.ts';
import { tellPeople } from '../../records/notices/notify-recipients.ts';
import { appendHistory } from '../../records/cases/case-history.ts';

export type Uploader = {
  readonly id: number;
  readonly name: string;
  readonly role_key: RoleKey;
  readonly user_group_id: number;
};

export type Received = {
  readonly hn_id: string;
  readonly hospital: {
    readonly id: number;
    readonly tech_center_id: number | null;
    readonly agree_type: string;
  };
  readonly uploader: Uploader;
  readonly filename: string;
  /** The uploader confirms to hold the patient's signed consent. */
  readonly consent: boolean;
  /** What was typed beside the file; a case that waits keeps what it has. */
  readonly patient: Pick<
    CaseChange,
    | 'patient_id'
    | 'patient_first_name'
    | 'patient_last_name'
    | 'birth_date'
    | 'gender'
    | 'phone_number'
    | 'priority'
    | 'comment'
  >;
  readonly figures: Pick<
    CaseChange,
    'recording_start' | 'recording_seconds' | 'af_share' | 've_count' | 'pause_count'
  >;
  readonly request_id: string;
  readonly now: Date;
};

type CaseRow = typeof cases.$inferSelect;

async function readByHnId(db: Queryable, hn_id: string, lock: boolean) {
  const query = db
    .select({
      row: cases,
      has_recording: sql<boolean>`exists (select 1 from recordings r where r.case_id = cases.case_id)`,
    })
    .from(cases)
    .where(eq(cases.hn_id, hn_id));
  const [found] = lock ? await query.for('update', { of: cases }) : await query;
  return found ?? null;
}

/** The case that waits for this recording, or null where one would be made; refuses a taken HN ID. */
export async function waitingCase(
  db: Queryable,
  hn_id: string,
  hospital_id: number,
  lock = false,
): Promise<CaseRow | null> {
  const found = await readByHnId(db, hn_id, lock);
  if (found === null) return null;
  const { row, has_recording } = found;
  if (!isCaseStatus(row.status)) throw new Error(`case ${String(row.case_id)} has no known status`);
  const existing = {
    hospital_id: row.hospital_id,
    status: row.status,
    closed: row.closed_at !== null,
    has_recording,
  };
  const judged = attachUpload(existing, hospital_id);
  if (!judged.ok) throw new Refusal(judged.code, { fields: { ...judged.fields } });
  return row;
}

async function make(tx: Tx, received: Received): Promise<CaseRow | null> {
  const { hn_id, hospital, uploader, patient, figures, now } = received;
  const [row] = await tx
    .insert(cases)
    .values({
      ...patient,
      ...figures,
      hn_id,
      hospital_id: hospital.id,
      tech_center_id: hospital.tech_center_id,
      owner_id: uploader.id,
      uploader_group_id: uploader.user_group_id,
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

function stillEmpty(row: CaseRow, patient: Received['patient']): CaseChange {
  const fields = Object.entries(patient).filter(([name]) => {
    const present: unknown = Reflect.get(row, name);
    return present === null || present === '';
  });
  return Object.fromEntries(fields);
}

async function attach(tx: Tx, row: CaseRow, received: Received): Promise<number> {
  const version = row.version + 1;
  await tx
    .update(cases)
    .set({
      ...stillEmpty(row, received.patient),
      ...received.figures,
      version,
      updated_at: received.now,
    })
    .where(eq(cases.case_id, row.case_id));
  return version;
}

export async function receiveRecording(
  tx: Tx,
  received: Received,
): Promise<{ case_id: number; version: number }> {
  const { hn_id, hospital, uploader, filename, request_id, now } = received;
  const found = await waitingCase(tx, hn_id, hospital.id, true);
  const made = found === null ? await make(tx, received) : null;
  const waiting = made === null ? (found ?? (await waitingCase(tx, hn_id, hospital.id, true))) : null;
  const row = waiting ?? made;
  if (row === null) throw new Error('a case was neither made nor found');
  const version = waiting === null ? row.version : await attach(tx, row, received);
  const { case_id } = row;
  await appendHistory(tx, {
    case_id,
    version,
    action: waiting === null ? 'create' : 'attach-recording',
    from_status: waiting === null ? null : 'ready',
    status: 'ready',
    user_id: uploader.id,
    role_key: uploader.role_key,
    user_group_id: uploader.user_group_id,
    description: filename,
    request_id,
    created_ms: now.getTime(),
  });
  if (received.consent && hospital.agree_type === 'PAPER') {
    await recordPaperConsent(tx, case_id, uploader.id, now);
  }
  await tellPeople(tx, {
    case_id,
    people: {
      hospital_id: hospital.id,
      tech_center_id: hospital.tech_center_id,
      owner_id: uploader.id,
      technician_id: null,
      previous_technician_id: null,
      confirmer_id: null,
    },
    tellings: [{ whom: 'uploader', code: 'case-ready' }],
    parameters: { hn_id },
    actor_id: null,
    now,
  });
  await publish(tx, { type: 'case', case_id, version });
  return { case_id, version };
}
