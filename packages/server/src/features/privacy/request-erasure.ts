/**
 * Counts what an erasure would remove, and takes the request for it. The request repeats the preview's digest and the
 * patient ID, so that nobody erases another patient or more than was shown.
 */
import type { PatientErasure, PatientPreview, privacyRoutes } from '@rhythmdesk/contract/privacy';
import { personName } from '@rhythmdesk/domain/people/person-name';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { patientErasures } from '../../platform/db/schema/erasures.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { countErased, countKept, digestOf, requireNoWork } from './count-patient.ts';
import { readErasures } from './erasure-record.ts';
import { readPatientCases, type PatientKey, type ReportRetention } from './patient-cases.ts';

async function preview(tx: Tx, key: PatientKey, kept: ReportRetention) {
  const found = await readPatientCases(tx, key, kept);
  const erased = await countErased(tx, found);
  return { found, erased, digest: digestOf(key, found, erased) };
}

export async function previewPatient(
  db: Db,
  key: PatientKey,
  kept: ReportRetention,
): Promise<PatientPreview> {
  return transact(db, (tx) =>
    beyondScope(tx, async () => {
      const { found, erased, digest } = await preview(tx, key, kept);
      const last = found.at(-1);
      noteAudit({ case_ids: found.map(({ row }) => row.case_id) });
      return {
        hospital_name: last?.hospital_name ?? '',
        patient_name: personName(last?.row.patient_first_name ?? null, last?.row.patient_last_name ?? null),
        cases: found.map(({ row, open, report_until }) => ({
          case_id: row.case_id,
          hn_id: row.hn_id,
          listed_at: row.listed_at.toISOString(),
          ...{ open, report_until },
        })),
        erased,
        kept: await countKept(tx, found),
        digest,
      };
    }),
  );
}

type Request = ParsedOf<typeof privacyRoutes.erasePatient>;

/** Requests for the same patient wait for each other; the second one finds the patient under a pseudonym or stale. */
const lockPatient = (tx: Tx, { hospital_id, patient_id }: PatientKey) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`erase ${hospital_id} ${patient_id}`}, 0))`);

async function requireNew(tx: Tx, case_ids: readonly number[]): Promise<void> {
  const { rows } = await tx.execute(
    sql`select 1 from patient_erasures where case_ids && ${`{${case_ids.join(',')}}`}::bigint[] limit 1`,
  );
  if (rows.length > 0) throw new Refusal('patient/preview-stale');
}

/** Stores the request; a job erases case by case. */
export async function requestErasure(
  db: Db,
  input: Request,
  { caller, ...kept }: ReportRetention & { readonly caller: Pick<Caller, 'id'> },
): Promise<PatientErasure> {
  const { hospital_id, reason } = input;
  return transact(db, (tx) =>
    beyondScope(tx, async () => {
      await lockPatient(tx, input);
      const { found, erased, digest } = await preview(tx, input, kept);
      if (digest !== input.digest) throw new Refusal('patient/preview-stale');
      requireNoWork(found);
      const case_ids = found.map(({ row }) => row.case_id);
      await requireNew(tx, case_ids);
      const pseudonym = `ERASED-${randomBytes(5).toString('hex').toUpperCase()}`;
      const counts = Object.fromEntries(erased.map(({ kind, count }) => [kind, count]));
      const [made] = await tx
        .insert(patientErasures)
        .values({
          ...{ hospital_id, pseudonym, case_ids, reason, counts },
          requested_by: caller.id,
          requested_at: kept.now,
        })
        .returning({ erasure_id: patientErasures.erasure_id });
      if (made === undefined) throw new Error('the erasure was not written');
      await enqueue(tx, 'erase-patient', { erasure_id: made.erasure_id });
      noteAudit({ target: `erasure/${String(made.erasure_id)}`, reason, case_ids });
      const [protocol] = await readErasures(tx, made.erasure_id);
      if (protocol === undefined) throw new Error('the erasure cannot be read');
      return protocol;
    }),
  );
}
