/**
 * Applies a received recording to the cases: creates a case, or attaches the recording to the case that waits for it;
 * any other known HN ID is taken. The uploader is notified. It runs inside the upload's own transaction.
 */
import { attachUpload } from '@rhythmdesk/domain/case/attach';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findByHnId, type CaseRecord } from '../../records/cases/case-record.ts';
import { keepPaperConsent } from '../../records/cases/keep-agreement.ts';
import {
  insertCase,
  saveCase,
  type CaseAuthor,
  type CaseChange,
  type MakingCase,
} from '../../records/cases/save-case.ts';

export type Received = {
  readonly hn_id: string;
  readonly hospital: {
    readonly id: number;
    readonly agree_type: string;
  };
  readonly uploader: CaseAuthor;
  readonly filename: string;
  readonly trace_sha256: string;
  /** True if the uploader confirmed having the patient's signed consent. */
  readonly consent: boolean;
  /** Fields entered with the file; a waiting case keeps its own values. */
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

/** Returns the case that waits for this recording, or null if one would be created; refuses a taken HN ID. */
export async function waitingCase(
  db: Queryable,
  hn_id: string,
  hospital_id: number,
  lock = false,
): Promise<(CaseRecord & { readonly case_id: number }) | null> {
  const record = await findByHnId(db, hn_id, lock);
  if (record === null) return null;
  const { row, status, facts } = record;
  const existing = {
    hospital_id: row.hospital_id,
    status,
    closed: facts.closed,
    has_recording: facts.has_recording,
  };
  const judged = attachUpload(existing, hospital_id);
  if (!judged.ok) throw new Refusal(judged.code, { fields: { ...judged.fields } });
  return { ...record, case_id: row.case_id };
}

function stillEmpty({ row }: CaseRecord, patient: Received['patient']): CaseChange {
  const fields = Object.entries(patient).filter(([name]) => {
    const present: unknown = Reflect.get(row, name);
    return present === null || present === '';
  });
  return Object.fromEntries(fields);
}

type SavedCase = { readonly case_id: number; readonly version: number };

async function attach(
  tx: Tx,
  record: CaseRecord,
  received: Received,
  saving: MakingCase,
): Promise<SavedCase> {
  const change = { ...stillEmpty(record, received.patient), ...received.figures };
  const version = await saveCase(tx, record, change, { ...saving, action: 'attach-recording' });
  return { case_id: record.row.case_id, version };
}

async function makeOrAttach(tx: Tx, received: Received): Promise<SavedCase> {
  const { hn_id, hospital, patient, figures, uploader, filename, trace_sha256, request_id, now } = received;
  const saving: MakingCase = {
    description: filename,
    file_sha256: trace_sha256,
    notify: [{ recipients: 'uploader', code: 'case-ready' }],
    notify_author: true,
    author: uploader,
    request_id,
    now,
  };
  const found = await waitingCase(tx, hn_id, hospital.id, true);
  if (found !== null) return attach(tx, found, received, saving);
  const made = await insertCase(tx, { ...patient, ...figures, hn_id, hospital_id: hospital.id }, saving);
  if (made !== null) return made;
  const waiting = await waitingCase(tx, hn_id, hospital.id, true);
  if (waiting === null) throw new Error('a case was neither made nor found');
  return attach(tx, waiting, received, saving);
}

export async function receiveRecording(tx: Tx, received: Received): Promise<SavedCase> {
  const saved = await makeOrAttach(tx, received);
  const { hospital, uploader, consent, now } = received;
  if (consent && hospital.agree_type === 'PAPER') {
    await keepPaperConsent(tx, saved.case_id, uploader.id, now);
  }
  return saved;
}
